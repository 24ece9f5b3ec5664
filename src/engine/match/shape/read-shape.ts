import type { Problem } from "../../vocabulary/index.ts";
import { BOUNDS } from "./bounds.ts";
import { childPath } from "./child-path.ts";
import { attempt, isList, isPlain } from "./foreign.ts";
import { readChoice, readNumber, readText } from "./read-scalar.ts";
import { readUnion } from "./read-union.ts";
import { type Reading, report, reportWrongType } from "./reading.ts";
import type { ListShape, ObjectShape, RecordShape, Shape } from "./shape.ts";
import { hintForUnknownKey } from "./unknown-key-hint.ts";

/** A checked copy of a value, or everything that is wrong with it. */
export type ReadOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads a value of unknown origin into plain data of a shape (records of names without a prototype), or lists all its problems. Never throws.
 *
 * SECURITY: every property is read exactly once, into a copy; a getter that throws is a problem, and one that answers
 * differently the second time changes nothing (check-shape.test.ts).
 */
export function readShape<T>(value: unknown, shape: Shape, subject = "the document"): ReadOutcome<T> {
	const reading: Reading = { problems: [], root: shape, subject, valuesLeft: BOUNDS.values };
	const copy = read(reading, value, shape, "", 0);
	if (reading.problems.length > 0) return { ok: false, problems: reading.problems };
	return { ok: true, value: copy as T };
}

function read(reading: Reading, value: unknown, shape: Shape, path: string, depth: number): unknown {
	if (!withinBounds(reading, path, depth)) return undefined;
	switch (shape.kind) {
		case "text":
			return readText(reading, value, shape, path);
		case "choice":
			return readChoice(reading, value, shape, path);
		case "number":
			return readNumber(reading, value, shape, path);
		case "boolean":
			return typeof value === "boolean" ? value : reportWrongType(reading, path, value, shape);
		case "nullable":
			return value === null ? null : read(reading, value, shape.of, path, depth);
		case "list":
			return readList(reading, value, shape, path, depth);
		case "record":
			return readRecord(reading, value, shape, path, depth);
		case "object":
			return readObject(reading, value, shape, path, depth);
		case "union":
			return readUnion(reading, value, shape, path, (member, trial) => read(trial, value, member, path, depth));
		case "anything":
			return readAnything(reading, value, path, depth);
	}
}

/** A document beyond a bound is read no further: an object that holds itself would otherwise never end. */
function withinBounds(reading: Reading, path: string, depth: number): boolean {
	if (reading.valuesLeft < 0) return false;
	reading.valuesLeft--;
	if (reading.valuesLeft < 0) report(reading, "too-large", "", `holds more than ${BOUNDS.values} values`);
	else if (depth > BOUNDS.depth) {
		report(reading, "too-large", path, `is nested deeper than ${BOUNDS.depth} levels`);
		reading.valuesLeft = -1;
	}
	return reading.valuesLeft >= 0;
}

function readList(reading: Reading, value: unknown, shape: ListShape, path: string, depth: number): readonly unknown[] | undefined {
	if (!isList(value)) return reportWrongType(reading, path, value, shape);
	const length = attempt(() => value.length);
	if (!length.ok) return report(reading, "unreadable", path, "cannot be read");
	if (length.value > BOUNDS.entries) {
		return report(reading, "too-large", path, `has ${length.value} entries; ${BOUNDS.entries} is the most`);
	}
	const copy: unknown[] = [];
	for (let index = 0; index < length.value; index++) {
		const at = childPath(path, index);
		const entry = attempt(() => value[index]);
		copy.push(entry.ok ? read(reading, entry.value, shape.of, at, depth + 1) : report(reading, "unreadable", at, "cannot be read"));
	}
	return copy;
}

function readRecord(reading: Reading, value: unknown, shape: RecordShape, path: string, depth: number): object | undefined {
	const entries = entriesOf(reading, value, shape, path);
	if (!entries) return undefined;
	const copy: Record<string, unknown> = Object.create(null);
	for (const [key, entry] of entries) {
		const at = childPath(path, key);
		// SECURITY: no name of a tool or an argument; set on a plain object it would change the object's prototype.
		if (key === "__proto__") report(reading, "unknown-key", at, `is no ${shape.key}`);
		else if (entry !== undefined) copy[key] = read(reading, entry, shape.of, at, depth + 1);
	}
	return copy;
}

function readObject(reading: Reading, value: unknown, shape: ObjectShape, path: string, depth: number): object | undefined {
	const entries = entriesOf(reading, value, shape, path);
	if (!entries) return undefined;
	const copy: Record<string, unknown> = {};
	for (const [key, entry] of entries) {
		const at = childPath(path, key);
		const known = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
		if (!known) report(reading, "unknown-key", at, "is not a known key", hintForUnknownKey(key, shape, path, reading.root));
		else if (entry !== undefined) copy[key] = read(reading, entry, known, at, depth + 1);
	}
	for (const key of shape.required ?? []) {
		if (copy[key] === undefined && !entries.some(([name]) => name === key))
			report(reading, "missing-key", path, `must have the key ${key}`);
	}
	return copy;
}

function readAnything(reading: Reading, value: unknown, path: string, depth: number): unknown {
	if (value === null || typeof value === "boolean") return value;
	if (typeof value === "string") return readText(reading, value, { kind: "text", maxLength: 1_000_000 }, path);
	if (typeof value === "number") return readNumber(reading, value, { kind: "number" }, path);
	if (isList(value)) return readList(reading, value, { kind: "list", of: { kind: "anything" } }, path, depth);
	return readRecord(reading, value, { kind: "record", key: "name", of: { kind: "anything" } }, path, depth);
}

/** The own keys of a plain object with their values, each read once. */
function entriesOf(reading: Reading, value: unknown, shape: Shape, path: string): readonly (readonly [string, unknown])[] | undefined {
	if (typeof value !== "object" || value === null || isList(value)) return reportWrongType(reading, path, value, shape);
	const keys = attempt(() => (isPlain(value) ? Object.keys(value) : null));
	if (!keys.ok) return report(reading, "unreadable", path, "cannot be read");
	if (keys.value === null) return report(reading, "wrong-type", path, "must be a plain object, not an instance of a class");
	if (keys.value.length > BOUNDS.entries) {
		return report(reading, "too-large", path, `has ${keys.value.length} keys; ${BOUNDS.entries} is the most`);
	}
	const entries: (readonly [string, unknown])[] = [];
	for (const key of keys.value) {
		const entry = attempt(() => Reflect.get(value, key));
		if (entry.ok) entries.push([key, entry.value]);
		else report(reading, "unreadable", childPath(path, key), "cannot be read");
	}
	return entries;
}
