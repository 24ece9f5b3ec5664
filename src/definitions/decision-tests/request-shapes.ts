import { PATH_OPERATIONS, type Request, type Shape } from "../../engine/index.ts";

const text: Shape = { kind: "text", maxLength: 100_000 };
const amount: Shape = { kind: "number", minimum: 0 };
const cwd: Shape = { ...text, description: "Where relative paths start; the root unless said otherwise." };
const input: Shape = { kind: "record", key: "argument", of: { kind: "anything" }, description: "Arguments of the call." };
const operation: Shape = { kind: "choice", of: PATH_OPERATIONS, description: "What is done to the path." };
const to: Shape = { ...text, description: "rename: the new name; symlink, hardlink: what the new link points to." };

/** The parts of requests that a test may also write without `request`. */
export const REQUEST_PARTS = {
	command: text,
	path: text,
	operation,
	to,
	cwd,
	tool: text,
	input,
	target: { kind: "anything" },
	host: text,
	port: amount,
} as const;

/** Every kind of request, as a shape. */
export const REQUEST_SHAPES: Readonly<Record<Request["kind"], Shape>> = {
	tool: request("tool", { tool: text, input, cwd }, ["tool", "input"]),
	command: request("command", { command: text, cwd }, ["command"]),
	path: request("path", { operation, path: text, to, cwd }, ["operation", "path"]),
	target: request("target", { tool: text, target: { kind: "anything" } }, ["tool"]),
	network: request("network", { host: text, port: amount }, ["host", "port"]),
	spawn: request("spawn", { wish: { kind: "anything" } }, ["wish"]),
	spend: request("spend", { tokens: amount, requests: amount, costUsd: amount }, []),
	event: request("event", { event: text }, ["event"]),
};

function request(kind: Request["kind"], keys: Readonly<Record<string, Shape>>, required: readonly string[]): Shape {
	return { kind: "object", keys: { kind: { kind: "choice", of: [kind] }, ...keys }, required: ["kind", ...required] };
}
