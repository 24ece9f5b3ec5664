import type { Request } from "../vocabulary/index.ts";

/** How many members each kind of request can have, `kind` included. */
const MEMBERS: Readonly<Record<Request["kind"], readonly string[]>> = {
	tool: ["kind", "tool", "input", "cwd"],
	command: ["kind", "command", "cwd"],
	path: ["kind", "operation", "path", "to", "cwd"],
	target: ["kind", "tool", "target"],
	network: ["kind", "host", "port"],
	spawn: ["kind", "wish"],
	spend: ["kind", "tokens", "requests", "costUsd"],
	event: ["kind", "event"],
};

/** Why a value is no request, or `null`. Callers hand in whatever arrived on a wire, so nothing is believed of its type. */
export function readRequest(request: Request): string | null {
	if (typeof request !== "object" || request === null || Array.isArray(request)) return "A request is an object with a kind";
	const wrong = wrongMember(request);
	if (wrong !== null) return wrong;
	// INVARIANT: a member that is not understood is refused, never ignored.
	return unknownMember(request);
}

function wrongMember(request: Request): string | null {
	switch (request.kind) {
		case "tool":
			if (typeof request.tool !== "string" || !NAME.test(request.tool)) return missing("tool", "tool");
			if (typeof request.input !== "object" || request.input === null || Array.isArray(request.input) || !isPlain(request.input))
				return missing("input", "tool");
			return wrongDirectory(request.cwd);
		case "command":
			return typeof request.command !== "string" ? missing("command", "command") : wrongDirectory(request.cwd);
		case "path":
			if (typeof request.operation !== "string") return missing("operation", "path");
			if (typeof request.path !== "string") return missing("path", "path");
			if (request.to !== undefined && typeof request.to !== "string") return missing("to", "path");
			return wrongDirectory(request.cwd);
		case "target":
			return typeof request.tool !== "string" || !NAME.test(request.tool) ? missing("tool", "target") : null;
		case "network":
			if (typeof request.host !== "string") return missing("host", "network");
			return typeof request.port !== "number" ? missing("port", "network") : null;
		case "event":
			return typeof request.event !== "string" ? missing("event", "event") : null;
		case "spawn":
		case "spend":
			return null;
		default:
			return `'${String((request as { kind?: unknown }).kind).slice(0, 60)}' is no kind of request; the kinds are ${Object.keys(MEMBERS).join(", ")}`;
	}
}

/** Printable, without blanks: a name that reads as another one is no name. */
const NAME = /^[!-~]{1,256}$/;

/** SECURITY: what an object inherits is not seen by the checks, but perhaps by the tool. */
function isPlain(input: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(input);
	return prototype === Object.prototype || prototype === null;
}

function wrongDirectory(cwd: unknown): string | null {
	if (cwd === undefined || (typeof cwd === "string" && cwd.startsWith("/") && !cwd.includes("\0"))) return null;
	return "'cwd' of a request is an absolute path";
}

function missing(member: string, kind: string): string {
	return `'${member}' of a ${kind} request is missing or of the wrong type`;
}

function unknownMember(request: Request): string | null {
	const known = MEMBERS[request.kind];
	for (const name in request) if (!known.includes(name)) return `'${name}' is no member of a ${request.kind} request`;
	return null;
}
