import { type ObjectShape, type Problem, parseAgentId, readShape, type Shape } from "../../engine/index.ts";
import { failure } from "./errors.ts";
import { agentId, moment, momentProblem, text } from "./shapes.ts";
import type { Reply, SocketEvent } from "./socket-event.ts";

/** One request as it stands on the wire, checked. */
export interface SocketMessage {
	readonly event: SocketEvent;
	readonly data: Readonly<Record<string, unknown>>;
	readonly correlationId: string | null;
	/** Metadata fields (`_…`): recorded, never believed. */
	readonly metadata: Readonly<Record<string, unknown>>;
}

type ReadMessage =
	| { readonly ok: true; readonly message: SocketMessage }
	| { readonly ok: false; readonly reply: Reply; readonly correlationId: string | null; readonly event: string | null };

const CORRELATION = /^[\x21-\x7e]{1,128}$/;

/** Reads a value that a client sent as a request of one of the events. */
export function readMessage(value: unknown, events: ReadonlyMap<string, SocketEvent>): ReadMessage {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong("invalid-request", "Invalid request", null);
	const { event: name, data = {}, correlation_id: given, ...others } = value as Record<string, unknown>;
	const correlationId = typeof given === "string" && CORRELATION.test(given) ? given : null;
	if (given !== undefined && correlationId === null)
		return wrong("invalid-request", "Invalid correlation_id: 1 to 128 printable characters", null, typeof name === "string" ? name : null);
	if (typeof name !== "string" || name === "") return wrong("invalid-request", "Missing event name", correlationId);
	const unknown = Object.keys(others).find((key) => !key.startsWith("_"));
	if (unknown !== undefined) return wrong("invalid-request", `Unknown parameter: ${unknown}`, correlationId, name);
	const event = events.get(name);
	if (event === undefined) return wrong("unknown-event", `Unknown event: ${name}`, correlationId);
	if (typeof data !== "object" || data === null || Array.isArray(data))
		return wrong("invalid-request", "Invalid request: data is an object", correlationId, name);
	const { parameters, metadata } = apart(data as Readonly<Record<string, unknown>>, others);
	if (event.concurrent === true && isPlainlyRight(parameters, event.parameters))
		return { ok: true, message: { event, data: parameters, correlationId, metadata } };
	const problem = parameterProblem(event, parameters);
	if (problem !== null) return wrong("invalid-request", problem, correlationId, name);
	const read = readShape(parameters, event.parameters, "the data");
	if (!read.ok) return wrong("invalid-request", shapeProblem(read.problems), correlationId, name);
	const bad = textProblem(event, read.value);
	if (bad !== null) return wrong(bad.code, bad.message, correlationId, name);
	return { ok: true, message: { event, data: read.value, correlationId, metadata } };
}

/** Most requests say nothing of themselves: then nothing is copied. */
function apart(data: Readonly<Record<string, unknown>>, others: Readonly<Record<string, unknown>>) {
	const isPlain = Object.keys(data).every((key) => !key.startsWith("_"));
	if (isPlain) return { parameters: data, metadata: others };
	const fields = Object.entries(data);
	return {
		parameters: Object.fromEntries(fields.filter(([key]) => !key.startsWith("_"))),
		metadata: Object.fromEntries([...Object.entries(others), ...fields.filter(([key]) => key.startsWith("_"))]),
	};
}

/** Names that no agent can have and moments that are not moments are refused at once; a NUL can stand in free text only. */
function textProblem(
	{ parameters: { keys } }: SocketEvent,
	data: Readonly<Record<string, unknown>>,
): { readonly code: string; readonly message: string } | null {
	for (const [key, value] of Object.entries(data)) {
		const wrongMoment = keys[key] === moment ? momentProblem(key, value) : null;
		if (wrongMoment !== null) return { code: "invalid-request", message: wrongMoment };
		if (typeof value !== "string") continue;
		if (keys[key] === agentId && !parseAgentId(value).ok) return { code: "invalid-id", message: `Invalid agent id: ${value}` };
		if (keys[key] === text && value.includes("\0"))
			return { code: "invalid-request", message: `Invalid parameter: ${key} holds a NUL character` };
	}
	return null;
}

function parameterProblem({ parameters: { keys, required = [] } }: SocketEvent, data: Readonly<Record<string, unknown>>): string | null {
	const unknown = Object.keys(data).find((key) => !Object.hasOwn(keys, key));
	if (unknown !== undefined) return `Unknown parameter: ${unknown}`;
	const missing = required.filter((key) => !Object.hasOwn(data, key));
	if (missing.length === 0) return null;
	return missing.length === 1 ? `Missing required parameter: ${missing[0]}` : `Missing required parameters: ${missing.join(", ")}`;
}

function shapeProblem(problems: readonly Problem[]): string {
	return `Invalid parameter: ${problems.map(({ message }) => message).join("; ")}`;
}

function wrong(code: string, message: string, correlationId: string | null, event: string | null = null): ReadMessage {
	return { ok: false, reply: failure(code, message), correlationId, event };
}

/**
 * Whether data that was read from JSON is right beyond doubt, so that nobody need read and copy it member by member: most requests are.
 * INVARIANT: it knows less than `readShape`, never more. Whatever it does not know is false, and is then read the long way.
 */
export function isPlainlyRight(data: Readonly<Record<string, unknown>>, { keys, required = [] }: ObjectShape): boolean {
	for (const key in data) if (!Object.hasOwn(keys, key) || !isRight(data[key], keys[key])) return false;
	for (const key of required) if (!Object.hasOwn(data, key)) return false;
	return true;
}

/** How long a text may be that is not looked at closer. */
const SHORT = 1_024;
/** How many values an object may hold in all, and how deep, that is not looked at closer. */
const FEW = 100;
const SHALLOW = 8;

function isRight(value: unknown, shape: Shape | undefined): boolean {
	if (shape === agentId) return parseAgentId(value).ok;
	if (shape === text) return typeof value === "string" && value.length <= SHORT && !value.includes("\0");
	return shape?.kind === "anything" && fewLeft(value, FEW, SHALLOW) >= 0;
}

/** How many of so many values are left beside a value and all it holds; below 0 when there are more, or any that is not plain. */
function fewLeft(value: unknown, left: number, depth: number): number {
	switch (typeof value) {
		case "string":
			return value.length <= SHORT ? left - 1 : -1;
		case "number":
			// JSON can say -0, and numbers beyond all numbers.
			return Number.isFinite(value) && !Object.is(value, -0) ? left - 1 : -1;
		case "boolean":
			return left - 1;
		case "object":
			return value === null ? left - 1 : depth === 0 ? -1 : fewLeftIn(value, left - 1, depth - 1);
		default:
			return -1;
	}
}

function fewLeftIn(value: object, left: number, depth: number): number {
	let rest = left;
	if (Array.isArray(value)) {
		for (let index = 0; index < value.length && rest >= 0; index++) rest = fewLeft(value[index], rest, depth);
		return rest;
	}
	const members = value as Readonly<Record<string, unknown>>;
	for (const name in members) {
		// SECURITY: as `readShape`, which names it.
		if (name === "__proto__") return -1;
		rest = fewLeft(members[name], rest, depth);
		if (rest < 0) break;
	}
	return rest;
}
