import { InvalidArgumentError } from "commander";
import { isoTime, systemClock } from "../../platform/index.ts";

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** A moment that lies ahead: `30m`, `12h`, `7d` from now, or ISO 8601. */
export function parseFuture(text: string): string {
	return parse(text, 1);
}

/** A moment that lies behind: `30m`, `12h`, `7d` ago, or ISO 8601. */
export function parsePast(text: string): string {
	return parse(text, -1);
}

function parse(text: string, direction: 1 | -1): string {
	const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
	if (count !== undefined && unit !== undefined) return isoTime(systemClock.now() + direction * Number(count) * (UNITS[unit] ?? 0) * 1000);
	const moment = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(moment)) throw new InvalidArgumentError("A moment is 30m, 12h, 7d or 2026-01-31T12:00:00Z.");
	return isoTime(moment);
}
