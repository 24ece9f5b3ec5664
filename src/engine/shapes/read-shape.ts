import type { Problem } from "../language/index.ts";
import { attempt, describeShape, describeValue, isList, isPlain } from "./describe-value.ts";
import { rememberExpressions } from "./memory.ts";
import {
	BOUNDS,
	type ChoiceShape,
	type Infer,
	type ListShape,
	type NumberShape,
	type ObjectShape,
	type RecordShape,
	type Shape,
	type TextShape,
	type UnionShape,
} from "./shape.ts";
import { childPath, nearestName, quoteText } from "./texts.ts";

/** A checked copy of a value, or everything that is wrong with it. */
export type ReadOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads a value of unknown origin into plain data of a shape (records of names without a prototype), or lists all its problems. Never throws.
 *
 * SECURITY: every property is read exactly once, into a copy; a getter that throws is a problem, and one that answers
 * differently the second time changes nothing (read-shape.test.ts).
 */
export function readShape<const Of extends Shape>(value: unknown, shape: Of, subject = "the document"): ReadOutcome<Infer<Of>> {
	const reading: Reading = { problems: [], root: shape, subject, valuesLeft: BOUNDS.values };
	const copy = read(reading, value, shape, "", 0);
	if (reading.problems.length > 0) return { ok: false, problems: reading.problems };
	// What was read without a problem is what the shape says.
	return { ok: true, value: copy as Infer<Of> };
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
		if (copy[key] === undefined && !entries.some(([name, entry]) => name === key && entry !== undefined))
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

/** Everything in a value that is not of the shape: unknown keys, wrong types, bad values, sizes. Never throws. */
export function checkShape(value: unknown, shape: Shape, subject?: string): readonly Problem[] {
	const outcome = readShape(value, shape, subject);
	return outcome.ok ? [] : outcome.problems;
}

/**
 * The value read by the first member of a union that takes it. When none does, the problems are those of the one member
 * of the value's kind, so that a bad entry of a list is named and not the list as a whole.
 */
function readUnion(
	reading: Reading,
	value: unknown,
	shape: UnionShape,
	path: string,
	readAs: (member: Shape, trial: Reading) => unknown,
): unknown {
	const fitting = shape.of.filter((member) => fits(member, value));
	const trials: Reading[] = [];
	for (const member of fitting) {
		const trial: Reading = { ...reading, problems: [] };
		const copy = readAs(member, trial);
		reading.valuesLeft = trial.valuesLeft;
		if (trial.problems.length === 0) return copy;
		trials.push(trial);
	}
	const only = trials.length === 1 ? trials[0] : undefined;
	if (!only || fitting[0]?.kind === "choice") return reportWrongType(reading, path, value, shape);
	for (const problem of only.problems) reading.problems.push(problem);
	return undefined;
}

function fits(shape: Shape, value: unknown): boolean {
	switch (shape.kind) {
		case "text":
			return typeof value === "string";
		case "choice":
			return shape.of.some((choice) => typeof choice === typeof value);
		case "number":
			return typeof value === "number";
		case "boolean":
			return typeof value === "boolean";
		case "nullable":
			return value === null || fits(shape.of, value);
		case "list":
			return isList(value);
		case "record":
		case "object":
			return typeof value === "object" && value !== null && !isList(value);
		case "union":
			return shape.of.some((member) => fits(member, value));
		case "anything":
			return true;
	}
}

/** Text within its length and pattern, else nothing and a problem. */
function readText(reading: Reading, value: unknown, shape: TextShape, path: string): string | undefined {
	if (typeof value !== "string") return reportWrongType(reading, path, value, shape);
	const longest = shape.maxLength ?? BOUNDS.text;
	if (value.length > longest) return report(reading, "too-large", path, `is ${value.length} characters long; ${longest} is the most`);
	if (value.length < (shape.minLength ?? 0)) return report(reading, "bad-value", path, "must not be empty");
	if (shape.pattern && !expressionOf(shape.pattern.expression).test(value)) {
		return report(reading, "bad-value", path, `must be ${shape.pattern.words}, not ${quoteText(value)}`);
	}
	return value;
}

/** A finite number within its range, else nothing and a problem. */
function readNumber(reading: Reading, value: unknown, shape: NumberShape, path: string): number | undefined {
	if (typeof value !== "number") return reportWrongType(reading, path, value, shape);
	const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = shape;
	if (!Number.isFinite(value)) return report(reading, "bad-value", path, `must be a finite number, not ${value}`, "null means no limit");
	if (shape.integer && !Number.isInteger(value)) return report(reading, "bad-value", path, `must be a whole number, not ${value}`);
	if (value < minimum) return report(reading, "bad-value", path, `must be ${minimum} or more, not ${value}`);
	if (value > maximum) return report(reading, "bad-value", path, `must be ${maximum} or less, not ${value}`);
	return value === 0 ? 0 : value;
}

/** One of the fixed values, else nothing and a problem that names the nearest one. */
function readChoice(reading: Reading, value: unknown, shape: ChoiceShape, path: string): string | number | boolean | undefined {
	const found = shape.of.find((choice) => choice === value);
	if (found !== undefined) return found;
	const near = typeof value === "string" ? nearestName(value, shape.of.map(String)) : undefined;
	const says = `must be ${describeShape(shape)}, not ${describeValue(value)}`;
	return report(reading, "bad-value", path, says, near === undefined ? undefined : `did you mean ${near}?`);
}

const expressionOf = rememberExpressions((source) => new RegExp(source, "u"));

/** One reading of a document: the problems so far and how much may still be read. */
interface Reading {
	readonly problems: Problem[];
	readonly root: Shape;
	/** What the whole document is called in messages. */
	readonly subject: string;
	valuesLeft: number;
}

/** Notes one problem at a place of the document. */
function report(reading: Reading, code: string, path: string, says: string, hint?: string): undefined {
	const message = `${path === "" ? reading.subject : path} ${says}`;
	reading.problems.push({ severity: "error", code, path, message, ...(hint === undefined ? {} : { hint }) });
	return undefined;
}

/** Notes that a value is not of the kind that its shape wants. */
function reportWrongType(reading: Reading, path: string, value: unknown, shape: Shape): undefined {
	return report(reading, "wrong-type", path, `must be ${describeShape(shape)}, not ${describeValue(value)}`, hintFor(value, shape));
}

function hintFor(value: unknown, shape: Shape): string | undefined {
	if (value === null) return "give it a value or remove the key";
	const takesText = shape.kind === "text" || (shape.kind === "union" && shape.of.some(({ kind }) => kind === "text"));
	if (takesText && (typeof value === "number" || typeof value === "boolean")) return `put it in quotes: "${value}"`;
	if (shape.kind === "list" && typeof value === "string") return "write a list with one entry";
	if (shape.kind === "boolean" && typeof value === "string") return "write true or false without quotes";
	if (shape.kind === "number" && typeof value === "string") return "write the number without quotes";
	return undefined;
}

/** What a person most likely meant by a key that is not known here. */
function hintForUnknownKey(key: string, shape: ObjectShape, path: string, root: Shape): string {
	const near = nearestName(key, Object.keys(shape.keys));
	if (near !== undefined) return `did you mean ${near}?`;
	const elsewhere = placeOf(key, root, "");
	if (elsewhere !== undefined && elsewhere !== childPath(path, key)) return `did you mean ${elsewhere}?`;
	const known = Object.keys(shape.keys);
	return known.length <= 12 ? `known keys: ${known.join(", ")}` : "remove it";
}

/** The first place in the document where a key of this name is known: a right key under the wrong parent. */
function placeOf(key: string, shape: Shape, path: string): string | undefined {
	if (shape.kind === "nullable") return placeOf(key, shape.of, path);
	if (shape.kind !== "object") return undefined;
	if (Object.hasOwn(shape.keys, key)) return childPath(path, key);
	for (const [name, member] of Object.entries(shape.keys)) {
		const found = placeOf(key, member, childPath(path, name));
		if (found !== undefined) return found;
	}
	return undefined;
}
