import { nearestName, PATH_OPERATIONS, type PathOperation, type Request } from "../../engine/index.ts";

/** A request in a person's words, or what is wrong with them. */
export type ParsedRequest = { readonly ok: true; readonly request: unknown } | { readonly ok: false; readonly message: string };

/** The kinds of request as people type them, with an example each. */
export const REQUEST_FORMS: readonly (readonly [string, string])[] = [
	["command TEXT", "command 'git push --force'"],
	["read|write|create|delete PATH", "write src/app.ts"],
	["rename|symlink|hardlink PATH TO", "rename a.txt b.txt"],
	["tool NAME [JSON]", 'tool Read \'{"file_path":".env"}\''],
	["target TOOL AGENT", "target nexus_send helper-1"],
	["host NAME[:PORT]", "host registry.example:443"],
	["spawn PROFILE", "spawn restricted"],
	["spend [tokens=N] [requests=N] [cost=N]", "spend tokens=5000"],
	["event NAME", "event agent:list"],
	["JSON", '\'{"kind":"event","event":"agent:list"}\''],
];

/** Words of the command line as a request; whether the request is a good one is the engine's question. */
export function parseRequest(words: readonly string[]): ParsedRequest {
	const [kind = "", ...rest] = words;
	if (kind.startsWith("{")) return parseJson(words.join(" "));
	if (isOperation(kind)) return parsePath(kind, rest);
	switch (kind) {
		case "command":
			return needs(rest, 1, Number.POSITIVE_INFINITY, "command TEXT", () => ({ kind: "command", command: shellText(rest) }));
		case "tool":
			return parseTool(rest);
		case "target":
			return needs(rest, 2, 2, "target TOOL AGENT", ([tool = "", target = ""]) => ({ kind: "target", tool, target }));
		case "host":
			return needs(rest, 1, 1, "host NAME[:PORT]", ([host = ""]) => parseHost(host));
		case "spawn":
			return needs(rest, 1, 1, "spawn PROFILE", ([wish]) => ({ kind: "spawn", wish }));
		case "event":
			return needs(rest, 1, 1, "event NAME", ([event = ""]) => ({ kind: "event", event }));
		case "spend":
			return parseSpend(rest);
		default:
			return { ok: false, message: unknownKind(kind, words) };
	}
}

const KINDS = ["command", "tool", "target", "host", "spawn", "spend", "event", ...PATH_OPERATIONS];

/** What was likely meant: a kind with a slip in it, or a command without the word for it. */
function unknownKind(kind: string, words: readonly string[]): string {
	const near = nearestName(kind, KINDS);
	const meant = near === undefined ? `For a command write: command '${words.join(" ")}'.` : `Did you mean ${near}?`;
	return `'${kind}' is no kind of request. ${meant} Known: ${KINDS.join(", ")}, or JSON`;
}

function needs(
	words: readonly string[],
	least: number,
	most: number,
	form: string,
	make: (words: readonly string[]) => Request,
): ParsedRequest {
	if (words.length < least || words.length > most) return { ok: false, message: `write it as: ${form}` };
	return { ok: true, request: make(words) };
}

function parsePath(operation: PathOperation, words: readonly string[]): ParsedRequest {
	const isPair = operation === "rename" || operation === "symlink" || operation === "hardlink";
	const form = isPair ? `${operation} PATH TO` : `${operation} PATH`;
	const count = isPair ? 2 : 1;
	return needs(words, count, count, form, ([path = "", to]) => ({ kind: "path", operation, path, ...(to === undefined ? {} : { to }) }));
}

function parseTool([tool = "", ...rest]: readonly string[]): ParsedRequest {
	if (tool === "") return { ok: false, message: "write it as: tool NAME [JSON]" };
	if (rest.length === 0) return { ok: true, request: { kind: "tool", tool, input: {} } };
	const input = parseJson(rest.join(" "));
	return input.ok ? { ok: true, request: { kind: "tool", tool, input: input.request } } : input;
}

function parseHost(text: string): Request {
	const [, host = text, port = "443"] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
	return { kind: "network", host, port: Number(port) };
}

function parseSpend(words: readonly string[]): ParsedRequest {
	const names: Readonly<Record<string, string>> = { tokens: "tokens", requests: "requests", cost: "costUsd" };
	const pairs = words.map((word) => /^(\w+)=(\d+(?:\.\d+)?)$/.exec(word));
	const isGood = pairs.length > 0 && pairs.every((pair) => pair !== null && names[pair[1] ?? ""] !== undefined);
	if (!isGood) return { ok: false, message: "write it as: spend [tokens=N] [requests=N] [cost=N]" };
	return { ok: true, request: { kind: "spend", ...Object.fromEntries(pairs.map((pair) => [names[pair?.[1] ?? ""], Number(pair?.[2])])) } };
}

function parseJson(text: string): ParsedRequest {
	try {
		return { ok: true, request: JSON.parse(text) };
	} catch {
		return { ok: false, message: `this is not JSON: ${text}` };
	}
}

/** One word is the text itself; several are an argv, which the person's own shell has already unquoted. */
function shellText(words: readonly string[]): string {
	if (words.length === 1) return words[0] ?? "";
	return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

function isOperation(word: string): word is PathOperation {
	return (PATH_OPERATIONS as readonly string[]).includes(word);
}
