/**
 * `alone`: after everything before it. `together`: after the last one that ran alone. `free`: at once.
 * `barrier`: alone, and nothing that comes after it begins before it ends, not even what is free.
 */
export type Turn = "alone" | "together" | "free" | "barrier";

/** The order in which the lines of one client are worked on: who pipes lines expects each to see what the ones before it did. */
export interface Turns {
	take(work: () => Promise<void>, turn: Turn): void;
}

export function createTurns(): Turns {
	let alone: Promise<void> | null = null;
	// SECURITY: while a client changes who it is, none of its later lines may run as who it was.
	let barrier: Promise<void> | null = null;
	let running = new Set<Promise<void>>();

	const after = (before: readonly Promise<void>[], work: () => Promise<void>): Promise<void> =>
		before.length === 0 ? work() : Promise.all(before).then(work);

	return {
		take(work, turn) {
			if (turn === "alone" || turn === "barrier") {
				const mine: Promise<void> = after([...running, ...(alone === null ? [] : [alone])], work).finally(() => {
					if (alone === mine) alone = null;
					if (barrier === mine) barrier = null;
				});
				alone = mine;
				if (turn === "barrier") barrier = mine;
				running = new Set();
				return;
			}
			const first = turn === "free" ? barrier : alone;
			const mine: Promise<void> = after(first === null ? [] : [first], work).finally(() => running.delete(mine));
			running.add(mine);
		},
	};
}
