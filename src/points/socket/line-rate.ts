/** How many lines a client says in a second; 0 = as many as it likes. */
export interface LineRate {
	/** Counts lines; more than fit in this second hold the client back for the rest of it. */
	count(lines: number): void;
	readonly heldBack: boolean;
}

export function createLineRate(most: number, pause: () => void, goOn: () => void): LineRate {
	let second = 0;
	let counted = 0;
	let heldBack = false;
	return {
		get heldBack() {
			return heldBack;
		},
		count(lines) {
			if (most === 0) return;
			const now = Math.floor(performance.now() / 1000);
			if (now !== second) {
				second = now;
				counted = 0;
			}
			counted += lines;
			if (counted <= most || heldBack) return;
			heldBack = true;
			pause();
			setTimeout(
				() => {
					heldBack = false;
					goOn();
				},
				1000 - (performance.now() % 1000),
			).unref();
		},
	};
}
