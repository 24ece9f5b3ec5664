import { childPath, type Infer, type Problem, readShape, type Shape } from "../engine/index.ts";

/** A document as far as it has its shape, and what is wrong with the rest. */
export interface Parts<T> {
	/** Without what is wrong; absent when nothing is left. */
	readonly value?: T;
	readonly problems: readonly Problem[];
	/** Whether a place was left out or lies in something that was. */
	readonly isLeftOut: (path: string) => boolean;
}

/** Leaving out a key may leave its object without one that it must have. */
const MOST_ROUNDS = 3;

/**
 * Reads a document into its shape. What is wrong is left out and the rest is read, so that one misspelt key does not hide
 * what is wrong with the rules beside it. INVARIANT: a value without problems is the whole document.
 */
export function readParts<const Of extends Shape>(document: unknown, shape: Of): Parts<Infer<Of>> {
	const problems: Problem[] = [];
	const faulty = new Set<string>();
	const isLeftOut = (path: string): boolean => isWithin(path, faulty);
	let rest: unknown = document;
	for (let round = 0; round < MOST_ROUNDS && rest !== NOTHING; round++) {
		const read = readShape(rest, shape);
		if (read.ok) return { value: read.value, problems, isLeftOut };
		// What is missing only because something was left out is not a problem of the document.
		if (round === 0) problems.push(...read.problems);
		for (const { path } of read.problems) faulty.add(path);
		rest = without(rest, "", faulty);
	}
	return { problems, isLeftOut };
}

const NOTHING = Symbol("nothing is left");

/** The value without the faulty places. A list keeps its length, so that its entries keep their places. */
function without(value: unknown, path: string, faulty: ReadonlySet<string>): unknown {
	if (faulty.has(path)) return NOTHING;
	if (Array.isArray(value)) {
		const entries = value.map((entry: unknown, index) => without(entry, childPath(path, index), faulty));
		const good = entries.find((entry) => entry !== NOTHING);
		if (good === undefined && entries.length > 0) return NOTHING;
		return entries.map((entry) => (entry === NOTHING ? good : entry));
	}
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([key, member]): readonly [string, unknown] => [key, without(member, childPath(path, key), faulty)])
			.filter(([, member]) => member !== NOTHING),
	);
}

function isWithin(path: string, places: ReadonlySet<string>): boolean {
	for (let place = path; ; place = place.slice(0, Math.max(place.lastIndexOf("."), place.lastIndexOf("["), 0))) {
		if (places.has(place)) return true;
		if (place === "") return false;
	}
}
