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

/** Everything beyond is a slip of the pen, and cannot be written again with a year of four digits. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const ISO = /^\d{4}-\d\d-\d\d(?:[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** A moment in milliseconds, from ISO 8601 or, as KSI writes it, from seconds since 1970; `null` = it is not one between 1970 and 9999. */
export function parseMoment(value: unknown): number | null {
	const milliseconds =
		typeof value === "number" ? value * 1000 : typeof value === "string" && ISO.test(value) ? Date.parse(value) : Number.NaN;
	return milliseconds >= 0 && milliseconds <= LAST ? Math.round(milliseconds) : null;
}
