import { homedir } from "node:os";
import { resolve } from "node:path";
import { explain, nearestName, PATH_OPERATIONS, type PathOperation, type Request, unreadRequest } from "../../engine/index.ts";
import { realDisk } from "../../platform/index.ts";
import { openCatalog } from "../open-catalog.ts";
import { explanationLines } from "../output/explanation.ts";
import { complainOfProblems, complainOfWords } from "../output/problems.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { addSubjectOptions, nameSubject, type SubjectOptions, sealSubject, splitSubject } from "../words/subject.ts";

interface ExplainOptions extends CommonOptions, SubjectOptions {
	readonly workspace: string;
	readonly confined?: boolean;
	readonly as: string;
	readonly parent?: string;
	readonly child?: readonly string[];
}

/** `writ explain`: what is decided for one request, every step of it, and what would allow it. */
export const explainCommand: Define = (command, { terminal, end }) => {
	addSubjectOptions(command)
		.description(
			"Say what is decided for one request, which rule decided and where it is written, every step on the way, and the nearest rule that would allow it.",
		)
		.usage("[options] <profile> <request...>")
		.argument("[profile]", "name of a profile or an agent definition, or a file (./mine.yaml, ./reviewer.md)")
		.argument("[request...]", "the request, see below")
		.option("--workspace <dir>", "the agent's workspace", ".")
		.option("--confined", "as if a sandbox held the agent")
		.option("--as <id>", "who asks", "agent")
		.option("--parent <id>", "its parent")
		.option("--child <id>", "one of its children; can be repeated", (id: string, others: readonly string[] = []) => [...others, id])
		.addHelpText(
			"after",
			`\nRequests:\n${REQUEST_FORMS.map(([form, example]) => `  ${form.padEnd(40)} writ explain standard ${example}`).join("\n")}`,
		)
		.action((first: string | undefined, others: readonly string[], options: ExplainOptions) =>
			end(explainRequest(terminal, first === undefined ? [] : [first, ...others], options)),
		);
};

function explainRequest(terminal: Terminal, words: readonly string[], options: ExplainOptions): ExitCode {
	const { json = false, home, confined = false, as: agent, parent = null, child = [] } = options;
	const root = resolve(terminal.directory, options.workspace);
	const { subject, rest } = splitSubject(words, options);
	if (subject === undefined || rest.length === 0)
		return complainOfWords("name a profile and a request: writ explain standard command 'git push'. See writ explain --help", terminal);
	const parsed = parseRequest(rest);
	if (!parsed.ok) {
		const named = subject.word === undefined ? ". An option names the profile already, so the words are the request" : "";
		return complainOfWords(`${parsed.message}${named}`, terminal);
	}
	const named = nameSubject(subject, openCatalog(home, root), terminal.directory);
	if (!named.ok) return complainOfProblems(named.problems, terminal, json);
	const sealed = sealSubject(named.subject, { agent, parent, children: child, root, home: homedir() });
	if (!sealed.ok) return complainOfProblems(sealed.problems, terminal, json);
	// The engine checks the request itself.
	const explanation = explain(sealed.writ, unreadRequest(parsed.request), { ...realDisk, catalog: named.subject.catalog, confined });
	terminal.write(json ? `${JSON.stringify(explanation)}\n` : explanationLines(explanation, terminal.paint, terminal.directory));
	return explanation.decision.effect === "allow" ? EXIT.ok : EXIT.denied;
}

/** A request in a person's words, or what is wrong with them. */
type ParsedRequest = { readonly ok: true; readonly request: unknown } | { readonly ok: false; readonly message: string };

/** The kinds of request as people type them, with an example each. */
const REQUEST_FORMS: readonly (readonly [string, string])[] = [
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
	return `'${kind}' is not a kind of request. ${meant} Known: ${KINDS.join(", ")}, or JSON`;
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
