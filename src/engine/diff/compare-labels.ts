import type { Writ } from "../vocabulary/index.ts";
import type { Change } from "./writ-diff.ts";

/** Differences that neither widen nor narrow by themselves: the level's label, declared tools, who and where the agent is. */
export function compareLabels(a: Writ, b: Writ): readonly Change[] {
	const rows: readonly (readonly [dimension: string, before: unknown, after: unknown])[] = [
		["level", a.terms.level, b.terms.level],
		...keysOf(a.terms.tools.declare, b.terms.tools.declare).map(
			(tool) => [`tools.declare.${tool}`, a.terms.tools.declare[tool], b.terms.tools.declare[tool]] as const,
		),
		["parent", a.parent, b.parent],
		["children", a.children, b.children],
		...keysOf(a.places.written, b.places.written).map((place) => [`places.${place}`, placeOf(a, place), placeOf(b, place)] as const),
		["places.home", a.places.home, b.places.home],
	];
	return rows.flatMap(([dimension, before, after]) => (text(before) === text(after) ? [] : [label(dimension, text(before), text(after))]));
}

function label(dimension: string, before: string, after: string): Change {
	return { dimension, entry: after, message: `${dimension} is ${after} instead of ${before}`, witnesses: [] };
}

function keysOf(one: object, other: object): readonly string[] {
	return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
}

function placeOf({ places }: Writ, place: string): readonly (string | undefined)[] {
	const written: Readonly<Record<string, string | undefined>> = places.written;
	const real: Readonly<Record<string, string | undefined>> = places.real;
	return written[place] === real[place] ? [written[place]] : [written[place], real[place]];
}

/** A value in words; the order of members does not matter. */
function text(value: unknown): string {
	if (value === undefined || value === null) return "nothing";
	if (typeof value === "string") return value;
	if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(text).join(", ");
	if (typeof value !== "object") return String(value);
	const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${members.map(([key, member]) => `${key}: ${text(member)}`).join(", ")}}`;
}
