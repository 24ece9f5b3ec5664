import { resolve } from "node:path";
import { type Catalog, type Decision, decide, type Infer, type Problem, readShape, type Shape, unreadRequest } from "../../engine/index.ts";
import { realDisk } from "../../platform/index.ts";
import { openCatalog } from "../open-catalog.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import {
	addSubjectOptions,
	type Sealed,
	type SubjectOptions,
	type SubjectWords,
	sealFor,
	sealNamed,
	splitSubject,
} from "../words/subject.ts";

type DecideOptions = CommonOptions & SubjectOptions;

/** `writ decide`: JSON lines in, one answer for each, in order, as they come. */
export const decideCommand: Define = (command, { terminal, end }) => {
	addSubjectOptions(command, "; for the lines that name no profile")
		.description(
			'Answer requests from standard input, one JSON object a line: {"id"?, "profile": name, file or object, "agent"?: {"id", "parent", "children"}, "root"?, "home"?, "confined"?: true, "request"}. Each is answered with one line {"id"?, "effect", "code", "message", "reasons"}, in order, as it comes. A line that is not valid is answered with a denial and its problems.',
		)
		.addHelpText(
			"after",
			`\nExamples:\n  echo '{"profile":"read-only","request":{"kind":"command","command":"git push"}}' | writ decide\n  echo '{"request":{"kind":"command","command":"git push"}}' | writ decide --profile ./mine.yaml`,
		)
		.action(async (options: DecideOptions) => end(await decideLines(terminal, options)));
};

async function decideLines(terminal: Terminal, { home, profile, agent }: DecideOptions): Promise<ExitCode> {
	if (terminal.isTyped) terminal.complain("Type one JSON object a line; Ctrl-D ends. See writ decide --help\n");
	const answer = lineAnswerer(
		(workspace) => openCatalog(home, workspace),
		terminal.directory,
		splitSubject([], { profile, agent }).subject,
	);
	for await (const lines of splitLines(terminal.input, LONGEST_LINE)) terminal.write(lines.map(answer).join(""));
	return EXIT.ok;
}

/** Longer lines are answered and thrown away. */
const LONGEST_LINE = 1024 * 1024;
/** As many different holders as are remembered at a time. */
const MOST_WRITS = 1000;

const TEXT = { kind: "text", minLength: 1 } as const satisfies Shape;
/** `profile` may be left to the command's own options. */
const QUESTION = {
	kind: "object",
	required: ["request"],
	keys: {
		id: { kind: "anything" },
		profile: { kind: "anything" },
		agent: { kind: "object", keys: { id: TEXT, parent: { kind: "nullable", of: TEXT }, children: { kind: "list", of: TEXT } } },
		root: TEXT,
		home: TEXT,
		// What would be answered to an agent that a sandbox confines: a line asks what if, and nothing is enforced by it.
		confined: { kind: "choice", of: [true] },
		request: { kind: "anything" },
	},
} as const satisfies Shape;
/** One line of `writ decide`, checked. */
type Question = Infer<typeof QUESTION>;
const FULL_QUESTION = { ...QUESTION, required: ["profile", "request"] } as const satisfies Shape;

/** Answers lines one by one; definitions are read when a workspace is first named, writs are kept while they are in use. */
function lineAnswerer(openCatalog: (workspace: string) => Catalog, directory: string, usual?: SubjectWords): (line: Line) => string {
	const shape = usual === undefined ? FULL_QUESTION : QUESTION;
	const catalogs = new Map<string, Catalog>();
	const writs = new Map<string, Sealed>();
	return (line) => {
		const parsed = parseLine(line, shape);
		if (!parsed.ok) return answer(parsed.id, refusal("invalid-request", parsed.problems));
		const { id, profile, agent = {}, root = directory, home, confined = false, request } = parsed.question;
		const holder = {
			agent: agent.id ?? "agent",
			parent: agent.parent ?? null,
			children: agent.children ?? [],
			root: resolve(directory, root),
			...(home === undefined ? {} : { home }),
		};
		const catalog = remember(catalogs, holder.root, () => openCatalog(holder.root));
		const sealed = remember(writs, JSON.stringify(profile === undefined ? [holder] : [profile, holder]), () =>
			profile === undefined && usual !== undefined
				? sealNamed(usual, catalog, holder, directory)
				: sealFor(profile, catalog, holder, directory),
		);
		if (!sealed.ok) return answer(id, refusal(isAboutHolder(sealed.problems) ? "invalid-request" : "invalid-definition", sealed.problems));
		return answer(id, decision(decide(sealed.writ, unreadRequest(request), { ...realDisk, catalog, confined })));
	};
}

type ParsedLine =
	| { readonly ok: true; readonly question: Question }
	| { readonly ok: false; readonly id?: unknown; readonly problems: readonly Problem[] };

function parseLine(line: Line, shape: typeof QUESTION | typeof FULL_QUESTION): ParsedLine {
	if (line === "too-long") return { ok: false, problems: [problem("too-large", `The line has more than ${LONGEST_LINE} bytes.`)] };
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
	} catch (error) {
		return {
			ok: false,
			problems: [
				error instanceof SyntaxError ? problem("bad-json", "The line is not JSON.") : problem("bad-text", "The line is not UTF-8."),
			],
		};
	}
	const read = readShape(value, shape, "the line");
	return read.ok ? { ok: true, question: read.value } : { ok: false, id: idOf(value), problems: read.problems };
}

/** The id of a line that has other faults. */
function idOf(value: unknown): unknown {
	return typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
}

function decision({ effect, reasons, obligations }: Decision): object {
	const [{ code, message }] = reasons;
	return { effect, code, message, reasons, ...(obligations.length === 0 ? {} : { obligations }) };
}

function refusal(code: "invalid-definition" | "invalid-request", problems: readonly Problem[]): object {
	const [first] = problems;
	const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
	return { effect: "deny", code, message: `${first?.message ?? "It is not valid."}${more}`, problems };
}

function answer(id: unknown, body: object): string {
	return `${JSON.stringify(id === undefined ? body : { id, ...body })}\n`;
}

/** Who asks and where comes from the line, not from a definition. */
function isAboutHolder(problems: readonly Problem[]): boolean {
	return problems.every(({ path }) => /^(agent|parent|children|root|home)\b/.test(path));
}

function problem(code: string, message: string): Problem {
	return { severity: "error", code, path: "", message };
}

/** What was made for a key, made now if it is new; the oldest is forgotten when there are too many. */
function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
	const found = known.get(key);
	if (found !== undefined) return found;
	const made = make();
	if (known.size >= MOST_WRITS) known.delete(known.keys().next().value ?? "");
	known.set(key, made);
	return made;
}

/** A line as it came, without its end; `too-long` for one that was thrown away. */
type Line = Uint8Array | "too-long";

const NEWLINE = 0x0a;

/** Lines out of chunks: for each chunk the lines that it completes, at once. No more than one line of `limit` bytes is ever held. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<readonly Line[]> {
	let pieces: Uint8Array[] = [];
	let length = 0;
	const take = (piece: Uint8Array) => {
		length += piece.length;
		if (length <= limit) pieces.push(piece);
		else pieces = [];
	};
	const finish = (): Line => {
		const line = length > limit ? "too-long" : joined(pieces);
		pieces = [];
		length = 0;
		return line;
	};
	for await (const chunk of chunks) {
		const lines: Line[] = [];
		let start = 0;
		for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
			take(chunk.subarray(start, end));
			lines.push(finish());
			start = end + 1;
		}
		if (start < chunk.length) take(chunk.subarray(start));
		if (lines.length > 0) yield lines;
	}
	if (length > 0) yield [finish()];
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
	return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
}
