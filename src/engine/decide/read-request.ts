import type { Request } from "../vocabulary/index.ts";

type Test = (value: unknown) => boolean;
const text: Test = (value) => typeof value === "string";
const optionalText: Test = (value) => value === undefined || typeof value === "string";
const absolute: Test = (value) => value === undefined || (typeof value === "string" && value.startsWith("/") && !value.includes("\0"));
const amount: Test = (value) => value === undefined || typeof value === "number";
const record: Test = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const anything: Test = () => true;

/** The members of each kind of request; others are not understood, and so refused. */
const KINDS: Readonly<Record<Request["kind"], Readonly<Record<string, Test>>>> = {
	tool: { tool: text, input: record, cwd: absolute },
	command: { command: text, cwd: absolute },
	path: { operation: text, path: text, to: optionalText, cwd: absolute },
	target: { tool: text, target: anything },
	network: { host: text, port: (value) => typeof value === "number" },
	spawn: { wish: anything },
	spend: { tokens: amount, requests: amount, costUsd: amount },
	event: { event: text },
};

/** Why a value is no request, or `null`. Callers hand in whatever arrived on a wire. */
export function readRequest(request: unknown): string | null {
	if (typeof request !== "object" || request === null || Array.isArray(request)) return "A request is an object with a kind";
	const kind: unknown = Object.hasOwn(request, "kind") ? (request as { kind: unknown }).kind : undefined;
	if (typeof kind !== "string" || !Object.hasOwn(KINDS, kind)) return `'${String(kind).slice(0, 60)}' is no kind of request; the kinds are ${Object.keys(KINDS).join(", ")}`;
	const members: Readonly<Record<string, Test>> = KINDS[kind as Request["kind"]];
	for (const [name, test] of Object.entries(members)) {
		const value: unknown = Object.hasOwn(request, name) ? (request as Record<string, unknown>)[name] : undefined;
		if (!test(value)) return `'${name}' of a ${kind} request is missing or of the wrong type${name === "cwd" ? " (an absolute path)" : ""}`;
	}
	for (const name in request) {
		if (name !== "kind" && !Object.hasOwn(members, name)) return `'${name}' is no member of a ${kind} request`;
	}
	return null;
}
