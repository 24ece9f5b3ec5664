/** Counts wrong keys by address; a right key is never counted and never locked out. */
export interface FailedLogins {
	/** Counts one more; the seconds to wait when there were too many in this minute, else `null`. */
	count(address: string): number | null;
}

const MINUTE = 60_000;

/** At most so many a minute; 0 = as many as they like. */
export function createFailedLogins(now: () => number, most: number): FailedLogins {
	let minute = 0;
	let counts = new Map<string, number>();
	return {
		count(address) {
			const moment = now();
			const current = Math.floor(moment / MINUTE);
			if (current !== minute) {
				minute = current;
				counts = new Map();
			}
			const counted = (counts.get(address) ?? 0) + 1;
			counts.set(address, counted);
			return most === 0 || counted <= most ? null : Math.ceil((MINUTE - (moment % MINUTE)) / 1000);
		},
	};
}
