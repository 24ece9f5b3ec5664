/** Counts the requests of each key within the second; 0 = as many as it likes. */
export interface RequestRate {
	/** The seconds to wait when there were too many, else `null`. */
	count(who: string): number | null;
}

export function createRequestRate(most: number, now: () => number): RequestRate {
	let second = 0;
	let counts = new Map<string, number>();
	return {
		count(who) {
			if (most === 0) return null;
			const current = Math.floor(now() / 1000);
			if (current !== second) {
				second = current;
				counts = new Map();
			}
			const counted = (counts.get(who) ?? 0) + 1;
			counts.set(who, counted);
			return counted <= most ? null : 1;
		},
	};
}
