import type { Outcome } from "../../authority/index.ts";
import { refuseAgent } from "./refuse-agent.ts";
import { answer, type RestReply, type Visit } from "./rest-route.ts";
import { entityTag } from "./versions.ts";

/** The answer about the agent that the path names. */
export async function aboutAgent<T>(
	{ caller, parameters: { id, name } }: Visit<object, object>,
	ask: (id: string) => Promise<Outcome<T>>,
	show: (value: T) => unknown,
	versionOf?: (value: T) => number,
): Promise<RestReply> {
	// Trinity's routes call it the name.
	const agent = id ?? name ?? "";
	const outcome = await ask(agent);
	if (!outcome.ok) return refuseAgent(caller, agent, outcome.refusal);
	return answer(show(outcome.value), 200, versionOf === undefined ? {} : { ETag: entityTag(versionOf(outcome.value)) });
}
