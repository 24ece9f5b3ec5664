import { resolve } from "node:path";
import { type Catalog, type Decision, decide, type Problem, type Request, readShape, type Shape } from "../../engine/index.ts";
import { realDisk } from "../../platform/index.ts";
import type { Sealed } from "../holder.ts";
import { sealFor, sealNamed } from "../seal-for.ts";
import type { SubjectWords } from "../subject.ts";
import type { Line } from "./split-lines.ts";

/** Longer lines are answered and thrown away. */
export const LONGEST_LINE = 1024 * 1024;
/** As many different holders as are remembered at a time. */
const MOST_WRITS = 1000;

/** One line of `writ decide`, checked. */
interface Question {
	readonly id?: unknown;
	readonly profile?: unknown;
	readonly agent?: { readonly id?: string; readonly parent?: string | null; readonly children?: readonly string[] };
	readonly root?: string;
	readonly home?: string;
	/** What would be answered to an agent that a sandbox confines: a line asks what if, and nothing is enforced by it. */
	readonly confined?: true;
	readonly request: unknown;
}

const TEXT: Shape = { kind: "text", minLength: 1 };
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
		confined: { kind: "choice", of: [true] },
		request: { kind: "anything" },
	},
} as const satisfies Shape;
const FULL_QUESTION: Shape = { ...QUESTION, required: ["profile", "request"] };

/** Answers lines one by one; definitions are read when a workspace is first named, writs are kept while they are in use. */
export function lineAnswerer(openCatalog: (workspace: string) => Catalog, directory: string, usual?: SubjectWords): (line: Line) => string {
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
		// The engine checks the request itself.
		return answer(id, decision(decide(sealed.writ, request as Request, { ...realDisk, catalog, confined })));
	};
}

type ParsedLine =
	| { readonly ok: true; readonly question: Question }
	| { readonly ok: false; readonly id?: unknown; readonly problems: readonly Problem[] };

function parseLine(line: Line, shape: Shape): ParsedLine {
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
	const read = readShape<Question>(value, shape, "the line");
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
