import { InvalidArgumentError } from "commander";
import { isoTime, systemClock } from "../../platform/index.ts";

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const YEAR = 366 * 86_400_000;

/** Nobody means more: such a number was counted in the wrong unit. */
const MOST_YEARS = 100;

/** A moment that lies ahead, by a hundred years at most: `30m`, `12h`, `7d` from now, or ISO 8601. */
export function parseFuture(text: string): string {
	const now = systemClock.now();
	const moment = parse(text, now, 1);
	if (moment <= now) throw new InvalidArgumentError("That moment has already passed.");
	if (moment > now + MOST_YEARS * YEAR) throw new InvalidArgumentError(`That is more than ${MOST_YEARS} years ahead.`);
	return isoTime(moment);
}

/** A moment that lies behind: `30m`, `12h`, `7d` ago, or ISO 8601. */
export function parsePast(text: string): string {
	return isoTime(parse(text, systemClock.now(), -1));
}

function parse(text: string, now: number, direction: 1 | -1): number {
	const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
	if (count !== undefined && unit !== undefined) return now + direction * Number(count) * (UNITS[unit] ?? 0) * 1000;
	const moment = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(moment)) throw new InvalidArgumentError("A moment is 30m, 12h, 7d or 2026-01-31T12:00:00Z.");
	return moment;
}
