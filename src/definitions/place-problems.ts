import type { Layer, Problem, Source } from "../engine/index.ts";
import type { Fault, Position, Positions } from "./yaml/decode-text.ts";

/** Whose text it is. */
export interface DocumentPlace {
	/** As a person would name it. */
	readonly file?: string;
	readonly layer: Layer;
	/** The definition's name: `standard`, `tools/read_only`. */
	readonly name: string;
}

/** Where the parts of a document are written. */
export interface DocumentPositions {
	readonly positions: Positions;
	/** Of the keys themselves; an unknown key is shown there. */
	readonly keys?: Positions;
}

/** Faults and problems of one document as problems that say file, line and column, sorted by place. */
export function placeProblems(
	found: readonly (Fault | Problem)[],
	place: DocumentPlace,
	where: DocumentPositions = { positions: {} },
): readonly Problem[] {
	const problems = sortProblems(found.map((one) => placed(one, place, where)));
	const unlisted = problems[MOST_PROBLEMS];
	if (!unlisted) return problems;
	const { severity, source } = unlisted;
	const message = `${problems.length - MOST_PROBLEMS} more problems are not listed`;
	return [...problems.slice(0, MOST_PROBLEMS), { severity, code: "too-many", path: "", message, ...(source ? { source } : {}) }];
}

/** Nobody mends more at once, and a hostile file must not fill a screen or a ledger. */
const MOST_PROBLEMS = 200;

/** By file, line and column; what has no place comes first. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
	return problems.toSorted((one, other) => {
		const [a, b] = [one.source ?? NOWHERE, other.source ?? NOWHERE];
		return (
			compare(a.file ?? "", b.file ?? "") ||
			(a.line ?? 0) - (b.line ?? 0) ||
			(a.column ?? 0) - (b.column ?? 0) ||
			compare(one.path, other.path) ||
			compare(one.code, other.code)
		);
	});
}

const NOWHERE: Partial<Source> = {};

function placed(found: Fault | Problem, place: DocumentPlace, where: DocumentPositions): Problem {
	const { code, path, message, hint } = found;
	const at = "at" in found && found.at ? found.at : positionOf(code, path, where);
	const source: Source = {
		layer: place.layer,
		...(place.file === undefined ? {} : { file: place.file }),
		...(at === undefined ? {} : { line: at[0], column: at[1] }),
		definition: place.name,
	};
	const severity = "severity" in found ? found.severity : "error";
	return { severity, code, path, message, ...(hint === undefined ? {} : { hint }), source };
}

const ABOUT_KEYS = new Set(["unknown-key", "refused-key", "duplicate-key"]);

function positionOf(code: string, path: string, where: DocumentPositions): Position | undefined {
	const key = ABOUT_KEYS.has(code) && where.keys && Object.hasOwn(where.keys, path) ? where.keys[path] : undefined;
	return key ?? nearest(where.positions, path);
}

/** The position of a place, else of what holds it. */
function nearest(positions: Positions, path: string): Position | undefined {
	for (let place = path; ; place = place.slice(0, Math.max(place.lastIndexOf("."), place.lastIndexOf("["), 0))) {
		if (Object.hasOwn(positions, place)) return positions[place];
		if (place === "") return undefined;
	}
}

function compare(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
