/** Where time comes from; tests hand in one that they can move. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A moment as it stands on every wire. */
export function isoTime(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
