import { type ObjectShape, readShape } from "../engine/index.ts";
import { hostProblem } from "./http-host.ts";

/** Messages wait until the agent takes them: nothing runs. */
export const MAILBOX = "mailbox";

/** How the messages of one agent become work, as a person says it and as it is kept with the agent. */
export type RunnerWish =
	| { readonly kind: typeof MAILBOX }
	| { readonly kind: "command"; readonly command: readonly string[]; readonly timeout_seconds?: number }
	| { readonly kind: "http"; readonly url: string; readonly timeout_seconds?: number };

export type ParsedRunner = { readonly ok: true; readonly runner: RunnerWish } | { readonly ok: false; readonly message: string };

/** Work on one message takes no longer than this, unless the wish says less. */
export const LONGEST_WORK = 600;

/** Reads a wish: `mailbox`, or an object with a kind. */
export function parseRunner(value: unknown, hosts: readonly string[]): ParsedRunner {
	if (value === MAILBOX) return { ok: true, runner: { kind: MAILBOX } };
	if (typeof value !== "object" || value === null) return unknown(value);
	const kind: unknown = Reflect.get(value, "kind");
	const shape = typeof kind === "string" && Object.hasOwn(SHAPES, kind) ? SHAPES[kind] : undefined;
	if (shape === undefined) return unknown(kind);
	const read = readShape<RunnerWish>(value, shape, "the runner");
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

/** A kept wish; `null` when it is none that is known. Hosts are looked at when they are asked. */
export function readRunner(stored: string): RunnerWish | null {
	if (stored === MAILBOX) return { kind: MAILBOX };
	try {
		const value: unknown = JSON.parse(stored);
		const kind: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "kind") : null;
		const shape = typeof kind === "string" && Object.hasOwn(SHAPES, kind) ? SHAPES[kind] : undefined;
		const read = shape === undefined ? null : readShape<RunnerWish>(value, shape, "the runner");
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

const SHAPES: Readonly<Record<string, ObjectShape>> = {
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
};

/** Kinds that have a name and nothing behind it. */
const LATER = new Set<unknown>(["acp", "claude"]);

function unknown(kind: unknown): ParsedRunner {
	if (LATER.has(kind)) return { ok: false, message: `The runner ${kind} is not built yet: use mailbox, command or http` };
	return { ok: false, message: `Unknown runner: ${typeof kind === "string" ? kind.slice(0, 64) : "it has no kind"}` };
}
