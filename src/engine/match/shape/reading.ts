import type { Problem } from "../../vocabulary/index.ts";
import { describeShape, describeValue } from "./describe-value.ts";
import type { Shape } from "./shape.ts";

/** One reading of a document: the problems so far and how much may still be read. */
export interface Reading {
	readonly problems: Problem[];
	readonly root: Shape;
	/** What the whole document is called in messages. */
	readonly subject: string;
	valuesLeft: number;
}

/** Notes one problem at a place of the document. */
export function report(reading: Reading, code: string, path: string, says: string, hint?: string): undefined {
	const message = `${path === "" ? reading.subject : path} ${says}`;
	reading.problems.push({ severity: "error", code, path, message, ...(hint === undefined ? {} : { hint }) });
	return undefined;
}

/** Notes that a value is of another kind than its shape wants. */
export function reportWrongType(reading: Reading, path: string, value: unknown, shape: Shape): undefined {
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
