import type { Socket } from "node:net";
import { eventFor, type LedgerEvent } from "../../authority/index.ts";
import type { Principal } from "../../engine/index.ts";
import type { Match, Subscriptions } from "./subscriptions.ts";

const MOST_UNSENT = 1_000;

/** Tells one client of what happens and what it subscribed to, in order; what it is too slow for is counted and told as a gap. */
export function tellEvents(
	socket: Socket,
	subscriptions: Subscriptions,
	{
		principal,
		flush,
		failed,
	}: { readonly principal: () => Principal | null; readonly flush: () => void; readonly failed: (error: unknown) => void },
): (happened: LedgerEvent) => void {
	let unsent = 0;
	let dropped = 0;
	/** The last of those events of which it is not known yet whether the client may hear them. */
	let open: Promise<void> | null = null;

	const send = (id: string, { event, data, seq }: LedgerEvent): void => {
		flush();
		if (dropped > 0) {
			socket.write(`${JSON.stringify({ event: "monitor:gap", data: { dropped }, subscription_id: id })}\n`);
			dropped = 0;
		}
		socket.write(`${JSON.stringify({ event, data, subscription_id: id, seq })}\n`, () => {
			unsent--;
		});
	};

	const tell = (event: LedgerEvent, { id, heard }: Match): void => {
		if (unsent >= MOST_UNSENT) {
			dropped++;
			return;
		}
		unsent++;
		if (heard === true && open === null) {
			send(id, event);
			return;
		}
		const mine: Promise<void> = Promise.all([heard, open])
			.then(([isHeard]) => {
				if (isHeard && !socket.destroyed && !socket.writableEnded) send(id, event);
				else unsent--;
			})
			.catch(failed)
			.finally(() => {
				if (open === mine) open = null;
			});
		open = mine;
	};

	return (happened) => {
		const who = principal();
		if (subscriptions.size === 0 || who === null) return;
		try {
			const event = eventFor(who, happened);
			for (const match of subscriptions.matching(happened)) tell(event, match);
		} catch (error) {
			failed(error);
		}
	};
}
