import { type ObjectShape, type Problem, type RecordShape, readShape, type Shape } from "../../engine/index.ts";
import { problem } from "./problem.ts";
import type { RestReply } from "./rest-route.ts";

export type ReadInput =
	| { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
	| { readonly ok: false; readonly reply: RestReply };

/** The body as its shape says; no body counts as an empty one, `null` does not. */
export function readBody(body: unknown, shape: ObjectShape | "anything" | undefined): ReadInput {
	const given = body === undefined ? {} : body;
	if (shape === "anything") return readAs(given, { kind: "record", of: { kind: "anything" }, key: "member" }, "the body");
	if (shape === undefined)
		return isEmpty(given) ? EMPTY : wrong([{ severity: "error", code: "unknown-key", path: "", message: "This request has no body" }]);
	return readAs(given, shape, "the body");
}

/** The query as its shape says: numbers and flags are written as text there. */
export function readQuery(query: Readonly<Record<string, unknown>>, shape: ObjectShape | undefined): ReadInput {
	if (shape === undefined && isEmpty(query)) return EMPTY;
	const keys = shape?.keys ?? {};
	const given = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, fromText(value, keys[key])]));
	return readAs(given, shape ?? { kind: "object", keys: {} }, "the query");
}

function readAs(given: unknown, shape: ObjectShape | RecordShape, subject: string): ReadInput {
	const read = readShape(given, shape, subject);
	return read.ok ? read : wrong(read.problems);
}

function fromText(value: unknown, shape: Shape | undefined): unknown {
	if (typeof value !== "string" || shape === undefined) return value;
	if (shape.kind === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
	if (shape.kind === "boolean") return value === "true" ? true : value === "false" ? false : value;
	if (shape.kind === "list") return value.split(",");
	return value;
}

/** A problem that points at the first wrong member, and names them all. */
function wrong(problems: readonly Problem[]): ReadInput {
	const [first] = problems;
	const reply = problem(
		400,
		"invalid-request",
		problems.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`)).join("; "),
		{
			pointer: pointerOf(first?.path ?? ""),
			problems: problems.map(({ code, path, message, hint }) => ({
				code,
				pointer: pointerOf(path),
				message,
				...(hint === undefined ? {} : { hint }),
			})),
		},
	);
	return { ok: false, reply };
}

/** A JSON pointer of a dotted place. */
export function pointerOf(path: string): string {
	if (path === "") return "";
	return `/${path
		.replaceAll("~", "~0")
		.replaceAll("/", "~1")
		.replaceAll(/\[(\d+)\]/g, ".$1")
		.replaceAll(".", "/")}`;
}

function isEmpty(value: unknown): boolean {
	return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

const EMPTY: ReadInput = { ok: true, value: {} };
