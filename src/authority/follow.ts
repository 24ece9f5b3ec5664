import { isLedgerPosition } from "../ledger/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { audienceOf, type LedgerEvent } from "./events.ts";
import { isLiveTogether, readOnTogether } from "./read-together.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { eventFor } from "./uniform.ts";

/** Something that happened, and the place behind it, from where one can go on. */
export interface Followed {
	readonly event: LedgerEvent;
	readonly position: string;
}

/** Other nodes' records are looked for so often. */
const LOOK_EVERY = 1_000;

/** Everything that happens after a place (`null` = from now on) and that the caller may hear of, on all nodes, without loss, until aborted. */
export async function follow(
	context: Context,
	caller: Caller,
	after: string | null,
	gone: AbortSignal,
): Promise<Outcome<AsyncGenerator<Followed>>> {
	if (after !== null && !isLedgerPosition(after)) return refuse("invalid-request", "This is no place in the ledger");
	return done(readOn(context, caller, after ?? (await context.ledger.position()), gone));
}

async function* readOn(context: Context, caller: Caller, start: string, gone: AbortSignal): AsyncGenerator<Followed> {
	const audience = await audienceOf(context, caller.principal);
	let position = start;
	// SECURITY: a stream ends with the key that opened it, and with the agent behind the key.
	while (!gone.aborted && (await isLiveTogether(context, caller.principal))) {
		// Registered before reading: what is recorded meanwhile wakes the next round.
		const news = nextRecord(context, gone);
		const happened = await readOnTogether(context, position);
		for (const record of happened) {
			position = record.position;
			for (const event of record.events) {
				audience.follow(event);
				if (await audience.hears(event)) yield { event: eventFor(caller.principal, event), position };
			}
		}
		if (happened.length === 0) await news.promise;
		news.forget();
	}
}

/** Ends with the next record of this node, after a while, or when nobody listens any more. */
function nextRecord({ ledger }: Context, gone: AbortSignal): { readonly promise: Promise<void>; readonly forget: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	const wake = (): void => resolve();
	const unsubscribe = ledger.subscribe(wake);
	const timer = setTimeout(wake, LOOK_EVERY);
	gone.addEventListener("abort", wake);
	return {
		promise,
		forget: () => {
			unsubscribe();
			clearTimeout(timer);
			gone.removeEventListener("abort", wake);
		},
	};
}
