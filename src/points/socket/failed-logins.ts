/** Counts wrong keys of all clients of one socket, which is one address. */
export interface FailedLogins {
	/** Counts one more; the seconds to wait when there were too many in this minute, else `null`. A right key is never counted. */
	count(most: number | null): number | null;
}

const MINUTE = 60_000;

export function createFailedLogins(now: () => number): FailedLogins {
	let minute = 0;
	let counted = 0;
	return {
		count(most) {
			const moment = now();
			const current = Math.floor(moment / MINUTE);
			if (current !== minute) {
				minute = current;
				counted = 0;
			}
			counted++;
			return most === null || counted <= most ? null : Math.ceil((MINUTE - (moment % MINUTE)) / 1000);
		},
	};
}
