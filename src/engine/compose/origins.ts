import type { Layer, Origins, Source } from "../language/index.ts";
import { childPath } from "../shapes/index.ts";
import { allowedText, isConditionalEntry } from "../tool-rules/index.ts";

/** Who said what, while a profile is being composed: dimension → entry → source. */
export type OriginsDraft = Map<string, Map<string, Source>>;

/**
 * Notes what a document says. An entry keeps its first author, who granted it; a plain value has its last, who won.
 * `within` is where the statements stand in the document: `permissions.overrides.`.
 */
export function recordOrigins(draft: OriginsDraft, document: Placed, said: object, within = ""): void {
	for (const { dimension, entry, path } of statementsOf(said)) {
		const entries = draft.get(dimension) ?? new Map<string, Source>();
		draft.set(dimension, entries);
		if (entry === "" || !entries.has(entry)) entries.set(entry, sourceAt(document, within + path));
	}
}

/** The sources of what is in the composed profile; what was replaced or taken away on the way is forgotten. */
export function finishOrigins(draft: OriginsDraft, profile: object): Origins {
	const origins: Record<string, Record<string, Source>> = Object.create(null);
	for (const { dimension, entry } of statementsOf(profile)) {
		const source = draft.get(dimension)?.get(entry);
		if (!source) continue;
		const entries: Record<string, Source> = origins[dimension] ?? Object.create(null);
		entries[entry] = source;
		origins[dimension] = entries;
	}
	return origins;
}

/** One thing that a document says: an entry of a list, or a plain value or an empty list (entry `""`), and where it stands in the document. */
interface Statement {
	/** `tools.allowed`, `resources.max_turns`, `tools.permissions.Bash.timeout` … */
	readonly dimension: string;
	readonly entry: string;
	readonly path: string;
}

const IDENTITY = new Set(["name", "type", "version", "description", "author", "extends", "include", "when"]);

/** Everything that a profile or overrides say, in the order of the document. `*_add` says what the plain key says. */
export function statementsOf(document: object): readonly Statement[] {
	const statements: Statement[] = [];
	for (const [key, value] of Object.entries(document)) {
		if (!IDENTITY.has(key)) collect(value, key, key, statements);
	}
	return statements;
}

function collect(value: unknown, dimension: string, path: string, statements: Statement[]): void {
	if (value === undefined) return;
	if (Array.isArray(value) && value.length > 0) {
		value.forEach((entry, index) => {
			statements.push({ dimension, entry: isConditionalEntry(entry) ? allowedText(entry) : String(entry), path: childPath(path, index) });
		});
		return;
	}
	if (typeof value !== "object" || value === null || Array.isArray(value) || isWhole(dimension)) {
		statements.push({ dimension, entry: "", path });
		return;
	}
	for (const [key, member] of Object.entries(value)) {
		if (key.endsWith("_remove")) continue;
		const named = dimension === "tools" || dimension === "filesystem" ? key.replace(/_add$/, "") : key;
		collect(member, childPath(dimension, named), childPath(path, key), statements);
	}
}

/** A declaration of a tool and the rule for one argument are one statement each, whatever they hold. */
function isWhole(dimension: string): boolean {
	return dimension.startsWith("tools.declare.") || dimension.startsWith("tools.declare[") || /\.arguments[.[]/.test(dimension);
}

/** A document that knows where each of its parts was written. */
export interface Placed {
	readonly name: string;
	readonly layer: Layer;
	readonly file?: string;
	readonly positions: Readonly<Record<string, readonly [number, number]>>;
}

/** Where one part of a document was written; a part without a position of its own has its nearest parent's. */
export function sourceAt(document: Placed, path: string): Source {
	const { layer, file, name } = document;
	const position = nearestPosition(document.positions, path);
	return {
		layer,
		...(file === undefined ? {} : { file }),
		...(position === undefined ? {} : { line: position[0], column: position[1] }),
		definition: name,
	};
}

function nearestPosition(positions: Placed["positions"], path: string): readonly [number, number] | undefined {
	for (let place = path; ; place = parentOf(place)) {
		if (Object.hasOwn(positions, place)) return positions[place];
		if (place === "") return undefined;
	}
}

/** `a.b[2]` → `a.b` → `a` → the document. */
function parentOf(path: string): string {
	return path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0));
}
