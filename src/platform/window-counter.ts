/** Counts what each of many does within windows of time: requests in a second, wrong keys in a minute. */
export interface WindowCounter {
	/** Counts one more, or as many as `weight` says; the seconds to wait when there were more than `most` in this window, else `null`. */
	count(who: string, most: number | null, weight?: number): number | null;
}

/** A counter of its own; with `most` 0 or `null` there is no limit. */
export function createWindowCounter(milliseconds: number, now: () => number): WindowCounter {
	let window = 0;
	let counts = new Map<string, number>();
	return {
		count(who, most, weight = 1) {
			if (most === null || most === 0) return null;
			const moment = now();
			const current = Math.floor(moment / milliseconds);
			if (current !== window) {
				window = current;
				counts = new Map();
			}
			const counted = (counts.get(who) ?? 0) + weight;
			counts.set(who, counted);
			return counted <= most ? null : Math.ceil((milliseconds - (moment % milliseconds)) / 1000);
		},
	};
}
