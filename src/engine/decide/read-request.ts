import type { Request } from "../language/index.ts";

type Kind = Request["kind"];

/** The members that each kind of request can have. */
const MEMBERS: Readonly<Record<Kind, readonly string[]>> = {
	tool: ["kind", "tool", "input", "cwd"],
	command: ["kind", "command", "cwd"],
	path: ["kind", "operation", "path", "to", "cwd"],
	target: ["kind", "tool", "target"],
	network: ["kind", "host", "port"],
	spawn: ["kind", "wish"],
	spend: ["kind", "tokens", "requests", "costUsd"],
	event: ["kind", "event"],
};

/** Why a value of an unknown kind is not a request. */
export function unknownKind(kind: unknown): string {
	return `'${String(kind).slice(0, 60)}' is not a kind of request; the kinds are ${Object.keys(MEMBERS).join(", ")}`;
}

/** Why a value can't be the arguments of a call, or `null`. */
export function wrongInput(input: unknown): string | null {
	if (typeof input !== "object" || input === null || Array.isArray(input) || !isPlain(input)) return missing("input", "tool");
	return null;
}

/** SECURITY: what an object inherits is not seen by the checks, but perhaps by the tool. */
function isPlain(input: object): boolean {
	// The usual case: a member is read first, so that the compiler knows the object's shape and need not call anything.
	if (input.constructor === Object && Object.getPrototypeOf(input) === Object.prototype) return true;
	const prototype: unknown = Object.getPrototypeOf(input);
	return prototype === Object.prototype || prototype === null;
}

/** Why a value can't be the working directory of a request, or `null`. */
export function wrongDirectory(cwd: unknown): string | null {
	if (cwd === undefined || (typeof cwd === "string" && cwd.startsWith("/") && !cwd.includes("\0"))) return null;
	return "'cwd' of a request is an absolute path";
}

/** What is said of a member that is not there or not what it must be. */
export function missing(member: string, kind: Kind): string {
	return `'${member}' of a ${kind} request is missing or of the wrong type`;
}

/**
 * The first member that a tool request can't have, as a problem, or `null`. There is one such function for each kind
 * that is asked about at every turn, so that each sees one shape of object.
 *
 * INVARIANT: a member that is not understood is refused, never ignored; so names are compared, not only counted.
 */
export function otherThanTool(request: object): string | null {
	for (const name in request)
		if (name !== "kind" && name !== "tool" && name !== "input" && name !== "cwd") return unknownMember(name, "tool");
	return null;
}

/** The same for a command request. */
export function otherThanCommand(request: object): string | null {
	for (const name in request) if (name !== "kind" && name !== "command" && name !== "cwd") return unknownMember(name, "command");
	return null;
}

/** The same for a path request. */
export function otherThanPath(request: object): string | null {
	for (const name in request)
		if (name !== "kind" && name !== "operation" && name !== "path" && name !== "to" && name !== "cwd") return unknownMember(name, "path");
	return null;
}

/** The same for a target request. */
export function otherThanTarget(request: object): string | null {
	for (const name in request) if (name !== "kind" && name !== "tool" && name !== "target") return unknownMember(name, "target");
	return null;
}

/** The same for a request of any kind. */
export function otherMember(request: object, kind: Kind): string | null {
	for (const name in request) if (!MEMBERS[kind].includes(name)) return unknownMember(name, kind);
	return null;
}

function unknownMember(name: string, kind: Kind): string {
	return `'${name}' is not a member of a ${kind} request`;
}
