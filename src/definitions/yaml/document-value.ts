import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from "yaml";
import { childPath, quoteText } from "../../engine/index.ts";
import type { Fault, LineTable, Position, Positions } from "./decode-text.ts";

/** Values after aliases are followed. */
const MOST_VALUES = 50_000;
/** Levels after aliases are followed. */
const DEEPEST = 64;
/** Faults reported of one document. */
const MOST_FAULTS = 100;

/** A document as plain data, with the place of every value and every key. */
export interface DocumentValue {
	readonly value: unknown;
	readonly positions: Positions;
	readonly keys: Positions;
	readonly faults: readonly Fault[];
}

/**
 * Turns the tree of a document into plain data.
 *
 * SECURITY: aliases are followed by a walk that counts what it makes, so that a few lines of them cannot become a
 * billion values, and an alias inside its own anchor ends (hostile-yaml.test.ts).
 */
export function documentValue(document: Document.Parsed, lines: LineTable): DocumentValue {
	const walk: Walk = { lines, positions: {}, keys: {}, faults: [], anchors: new Map(), open: new Set(), left: MOST_VALUES };
	const value = readNode(walk, document.contents, "", 0, lines(0));
	return { value, positions: walk.positions, keys: walk.keys, faults: walk.faults };
}

interface Walk {
	readonly lines: LineTable;
	readonly positions: Record<string, Position>;
	readonly keys: Record<string, Position>;
	readonly faults: Fault[];
	readonly anchors: Map<string, ParsedNode>;
	/** Collections that are being read: an alias to one of them would never end. */
	readonly open: Set<ParsedNode>;
	left: number;
}

function readNode(walk: Walk, node: unknown, path: string, depth: number, fallback: Position): unknown {
	if (walk.left < 0) return undefined;
	const at = placeOf(walk, node) ?? fallback;
	if (--walk.left < 0)
		return report(walk, "too-large", path, at, `the file holds more than ${MOST_VALUES} values once its aliases are followed`);
	if (depth > DEEPEST) return report(walk, "too-deep", path, at, `values are nested deeper than ${DEEPEST} levels`);
	if (isAlias(node)) {
		const target = walk.anchors.get(node.source);
		if (!target) return report(walk, "bad-yaml", path, at, `there is no anchor &${node.source} before this alias`);
		if (walk.open.has(target)) return report(walk, "bad-yaml", path, at, `the alias *${node.source} stands inside its own anchor`);
		return readNode(walk, target, path, depth + 1, at);
	}
	walk.positions[path] = at;
	if (isScalar(node)) {
		if (node.anchor !== undefined) walk.anchors.set(node.anchor, node as ParsedNode);
		return node.value ?? null;
	}
	if (!isMap(node) && !isSeq(node)) return null;
	const collection = node as ParsedNode & typeof node;
	if (node.anchor !== undefined) walk.anchors.set(node.anchor, collection);
	walk.open.add(collection);
	const value = isMap(node)
		? mapOf(walk, node, path, depth, at)
		: node.items.map((item, index) => readNode(walk, item, childPath(path, index), depth + 1, at));
	walk.open.delete(collection);
	return value;
}

function mapOf(walk: Walk, map: YAMLMap, path: string, depth: number, fallback: Position): object {
	const value: Record<string, unknown> = {};
	for (const pair of map.items) {
		const at = placeOf(walk, pair.key) ?? fallback;
		const key = keyOf(walk, pair, path, at);
		if (key === undefined) continue;
		const place = childPath(path, key);
		if (Object.hasOwn(value, key)) {
			report(walk, "duplicate-key", place, at, `the key ${quoteText(key)} stands here a second time`, "keep one of the two");
			continue;
		}
		walk.keys[place] = at;
		value[key] = readNode(walk, pair.value, place, depth + 1, at);
	}
	return value;
}

function keyOf(walk: Walk, pair: Pair, path: string, at: Position): string | undefined {
	const key = isScalar(pair.key) ? pair.key.value : pair.key;
	if (typeof key !== "string") {
		const hint = isScalar(pair.key) && key !== null ? `put it in quotes: "${String(key)}"` : undefined;
		return report(walk, "bad-key", path, at, "a key must be text", hint);
	}
	if (key === "<<") return report(walk, "bad-key", path, at, "merge keys (<<) are not supported", "use extends or include");
	// SECURITY: set on a plain object it would change the object's prototype.
	if (key === "__proto__") return report(walk, "bad-key", path, at, "'__proto__' is not a key");
	return key;
}

function placeOf(walk: Walk, node: unknown): Position | undefined {
	const range = typeof node === "object" && node !== null && "range" in node ? node.range : undefined;
	return Array.isArray(range) && typeof range[0] === "number" ? walk.lines(range[0]) : undefined;
}

function report(walk: Walk, code: string, path: string, at: Position, message: string, hint?: string): undefined {
	if (walk.faults.length < MOST_FAULTS) walk.faults.push({ code, path, message, at, ...(hint === undefined ? {} : { hint }) });
	return undefined;
}
