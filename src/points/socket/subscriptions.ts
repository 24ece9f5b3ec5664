import type { Socket } from "node:net";
import { type Authority, compilePatterns, eventFor, type LedgerEvent } from "../../authority/index.ts";
import type { Principal } from "../../engine/index.ts";

type Audience = Awaited<ReturnType<Authority["audienceOf"]>>;

/** The patterns that one connection listens to; `*` stands for any run of characters. */
export interface Subscriptions {
	/** `audience` says which events the client may hear of at all; `null` = there are too many already. */
	add(patterns: readonly string[], audience: Audience): string | null;
	remove(id: string): boolean;
	readonly size: number;
	/** Which subscriptions an event is for, and whether, or when it is known whether, the client may hear of it. */
	matching(event: LedgerEvent): readonly Match[];
}

interface Match {
	readonly id: string;
	readonly heard: true | Promise<boolean>;
}

export const MOST_SUBSCRIPTIONS = 32;

/** `listen` is called when there is something to listen for. */
export function createSubscriptions(listen: () => void): Subscriptions {
	const all = new Map<string, { readonly fits: (event: string) => boolean; readonly audience: Audience }>();
	let count = 0;
	return {
		add(patterns, audience) {
			if (all.size >= MOST_SUBSCRIPTIONS) return null;
			const id = `subscription-${++count}`;
			listen();
			all.set(id, { fits: compilePatterns(patterns), audience });
			return id;
		},
		remove: (id) => all.delete(id),
		get size() {
			return all.size;
		},
		matching: (event) =>
			[...all].flatMap(([id, { fits, audience }]) => {
				audience.follow(event);
				const heard = fits(event.event) && audience.hears(event);
				return heard === false ? [] : [{ id, heard }];
			}),
	};
}

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
