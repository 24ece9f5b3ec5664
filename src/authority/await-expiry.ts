import { expiredRows, nextExpiry, textOrNull } from "../store/index.ts";
import type { Context } from "./context.ts";

/** Timers hold no longer times; whoever waits longer looks again. */
const LONGEST = 3_600_000;

/** Who is told when an edge or a grant ends by itself. */
export interface Expiry {
	/** Waits for the next one, whatever there was to wait for before. */
	readonly wait: () => Promise<void>;
	readonly end: () => void;
}

/** Tells whose edges and grants ended by themselves, as they end: nobody records that. */
export function awaitExpiry({ store, clock, log }: Context, tell: (who: readonly string[] | "all") => void): Expiry {
	let told = clock.now();
	let timer: NodeJS.Timeout | null = null;
	let isOver = false;

	const wait = async (): Promise<void> => {
		const next = await store.look((connection) => nextExpiry(connection, told));
		if (timer !== null) clearTimeout(timer);
		timer = next === null || isOver ? null : setTimeout(fire, Math.min(Math.max(next - clock.now(), 0) + 1, LONGEST)).unref();
	};
	const fire = (): void => {
		timer = null;
		look().catch((error: unknown) => log(`what ended by itself was not looked for: ${String(error)}`));
	};
	const look = async (): Promise<void> => {
		const now = clock.now();
		const rows = await store.look((connection) => expiredRows(connection, told, now));
		told = now;
		if (isOver) return;
		const who = rows.map((row) => textOrNull(row, "agent"));
		// What a group's edges end for, they end for everybody in it.
		if (who.includes(null)) tell("all");
		else if (who.length > 0) tell(who.filter((id) => id !== null));
		else await wait();
	};
	return {
		wait,
		end: () => {
			isOver = true;
			if (timer !== null) clearTimeout(timer);
		},
	};
}
