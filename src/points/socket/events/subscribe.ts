import { failure } from "../errors.ts";
import type { Reply, Session } from "../socket-event.ts";
import { MOST_SUBSCRIPTIONS } from "../subscriptions.ts";

/** Tells the connection from now on of what fits a pattern and its principal may hear of. */
export async function subscribe({ authority, caller, subscriptions }: Session, patterns: readonly string[]): Promise<Reply> {
	const id = subscriptions.add(patterns, await authority.audienceOf(caller.principal));
	if (id === null)
		return failure(
			"too-many-subscriptions",
			`A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions: end one, or name more patterns in one`,
		);
	return { subscription_id: id, status: "subscribed" };
}
