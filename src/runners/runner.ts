import { type Infer, type ObjectShape, readShape } from "../engine/index.ts";

/** One message that was taken out of an agent's mailbox to be worked on. */
export interface RunnerMessage {
	readonly id: string;
	readonly from: string;
	readonly content: string;
	readonly depth: number;
	readonly correlationId: string | null;
	/** It was offered before, and the program that had it did not live to answer. */
	readonly redelivered: boolean;
}

/** Why a message came to no answer. `busy`: it is offered again later, the others are final. */
export type RunnerFailure = "busy" | "deadline" | "runner-failed" | "unavailable";

export type RunnerOutcome =
	| { readonly ok: true; readonly content: string }
	| { readonly ok: false; readonly code: RunnerFailure; readonly message: string };

/** A program that is to be started for one message. */
export interface Program {
	readonly command: readonly string[];
	/** What it finds on standard input. */
	readonly input: string;
	/** Variables besides those that its sandbox sets. */
	readonly variables: Readonly<Record<string, string>>;
	readonly onOutput: (bytes: Uint8Array) => void;
	readonly onErrors: (bytes: Uint8Array) => void;
	/** Aborted: it ends at once. */
	readonly ended: AbortSignal;
}

/** How a program ended, or why it was not started. */
export type ProgramEnd = { readonly ok: true; readonly exitCode: number } | { readonly ok: false; readonly message: string };

/** What a runner may use for the agent that it works for; it has nothing else. */
interface RunnerMeans {
	readonly agent: string;
	/** Starts a program inside the agent's sandbox, as the agent. */
	readonly start: (program: Program) => Promise<ProgramEnd>;
	/** Hosts besides this machine that may be asked. */
	readonly hosts: readonly string[];
	/** Aborted when the agent is stopped or ended, or the server is. */
	readonly ended: AbortSignal;
}

/** How a message becomes work: given one message, it comes back with one answer or with the reason why there is none. */
export type Runner = (message: RunnerMessage, means: RunnerMeans) => Promise<RunnerOutcome>;

/** An answer can be so long, in bytes. */
export const LONGEST_ANSWER = 1_048_576;

export function failed(code: RunnerFailure, message: string): RunnerOutcome {
	return { ok: false, code, message };
}

/** Messages wait until the agent takes them: nothing runs. */
export const MAILBOX = "mailbox";

/** How the messages of one agent become work, as a person says it and as it is kept with the agent. */
type RunnerWish = Infer<(typeof SHAPES)[keyof typeof SHAPES]>;

type ParsedRunner = { readonly ok: true; readonly runner: RunnerWish } | { readonly ok: false; readonly message: string };

/** Work on one message takes no longer than this, unless the wish says less. */
export const LONGEST_WORK = 600;

/** Reads a wish: `mailbox`, or an object with a kind. */
export function parseRunner(value: unknown, hosts: readonly string[]): ParsedRunner {
	if (value === MAILBOX) return { ok: true, runner: { kind: MAILBOX } };
	if (typeof value !== "object" || value === null) return unknown(value);
	const kind: unknown = Reflect.get(value, "kind");
	if (!isKind(kind)) return unknown(kind);
	const read = readShape(value, SHAPES[kind], "the runner");
	if (!read.ok) return { ok: false, message: `Invalid runner: ${read.problems[0]?.message ?? "it cannot be read"}` };
	const runner = read.value;
	if (runner.kind === "http") {
		const problem = hostProblem(runner.url, hosts);
		if (problem !== null) return { ok: false, message: `Invalid runner: ${problem}` };
	}
	if (runner.kind === "command" && (runner.command[0] ?? "") === "") return { ok: false, message: "Invalid runner: the command is empty" };
	if (runner.kind === "command" && runner.command.some((word) => word.includes("\0")))
		return { ok: false, message: "Invalid runner: a word of a command holds no NUL" };
	return { ok: true, runner };
}

/** A wish as it is kept. */
export function storedRunner(runner: RunnerWish): string {
	return runner.kind === MAILBOX ? MAILBOX : JSON.stringify(runner);
}

/** A kept wish; `null` when its kind is not known. Hosts are judged when they are called. */
export function readRunner(stored: string): RunnerWish | null {
	if (stored === MAILBOX) return { kind: MAILBOX };
	try {
		const value: unknown = JSON.parse(stored);
		const kind: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "kind") : null;
		const read = isKind(kind) ? readShape(value, SHAPES[kind], "the runner") : null;
		return read?.ok === true ? read.value : null;
	} catch {
		return null;
	}
}

/** The kind of a kept wish, which is all that is shown: the words of a command and an address can hold secrets. */
export function runnerKind(stored: string): string {
	return readRunner(stored)?.kind ?? "unknown";
}

const TIMEOUT = { kind: "number", minimum: 1, maximum: LONGEST_WORK } as const;

const SHAPES = {
	[MAILBOX]: { kind: "object", keys: { kind: { kind: "choice", of: [MAILBOX] } }, required: ["kind"] },
	command: {
		kind: "object",
		keys: {
			kind: { kind: "choice", of: ["command"] },
			command: { kind: "list", of: { kind: "text", maxLength: 65_536 } },
			timeout_seconds: TIMEOUT,
		},
		required: ["kind", "command"],
	},
	http: {
		kind: "object",
		keys: { kind: { kind: "choice", of: ["http"] }, url: { kind: "text", maxLength: 2_048 }, timeout_seconds: TIMEOUT },
		required: ["kind", "url"],
	},
} as const satisfies Readonly<Record<string, ObjectShape>>;

function isKind(kind: unknown): kind is keyof typeof SHAPES {
	return typeof kind === "string" && Object.hasOwn(SHAPES, kind);
}

/** Kinds that have a name and nothing behind it. */
const LATER = new Set<unknown>(["acp", "claude"]);

function unknown(kind: unknown): ParsedRunner {
	if (LATER.has(kind)) return { ok: false, message: `The runner ${kind} is not built yet: use mailbox, command or http` };
	return { ok: false, message: `Unknown runner: ${typeof kind === "string" ? kind.slice(0, 64) : "it has no kind"}` };
}

/** What is wrong with an address to which messages shall be given; `null` = it may be asked. */
export function hostProblem(address: string, hosts: readonly string[]): string | null {
	const url = URL.canParse(address) ? new URL(address) : null;
	if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return "the url begins with http:// or https://";
	if (url.username !== "" || url.password !== "") return "the url holds no name and no password";
	if (isThisMachine(url.hostname) || hosts.includes(url.hostname) || hosts.includes(url.host)) return null;
	return `${url.hostname} is neither this machine nor in the setting runners.http_hosts`;
}

/** SECURITY: only names that no resolver can lead elsewhere; the address was normalised, so 127.1 and 0x7f.1 are 127.0.0.1 here. */
function isThisMachine(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
