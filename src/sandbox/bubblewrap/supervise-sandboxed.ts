import type { ChildProcess } from "node:child_process";
import { closeSync, fstatSync, readSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { keepGate, type Lines } from "./gate.ts";
import { holdMemoryDirectories, type MemoryDirectories } from "./memory-directories.ts";
import { type LimitViolation, notStarted, refusal, type SandboxOutcome } from "./sandbox-outcome.ts";
import { commandOf, hasOthers, isAlive, isGone } from "./sandbox-processes.ts";
import type { StartOptions } from "./start-options.ts";
import { watchLimits, writableDevices } from "./watch-limits.ts";

/** A sandbox that runs. */
export interface SandboxedProcess {
	/** Sends a signal to the command itself, not to bubblewrap. */
	signal(name: NodeJS.Signals): void;
	/** The first process inside, by its number outside; `null` before it is known. */
	readonly init: () => number | null;
	/** Ends every process of the sandbox at once; with the limit for which it is done, if any. */
	kill(violation?: LimitViolation): void;
	/** Settles when no process of the sandbox is left. */
	readonly outcome: Promise<SandboxOutcome>;
}

/** What comes from the start of a bubblewrap. */
export interface Beginning {
	readonly child: ChildProcess;
	/** The file into which bubblewrap writes what happens; closed when all is over. */
	readonly status: number;
	readonly lines: Lines;
}

/** Watches over a bubblewrap that was just started, and lets its command start. */
export function superviseSandboxed(
	plan: SandboxPlan,
	{ child, status, lines }: Beginning,
	{ hasTerminal = false, moreProcesses = 0 }: Pick<StartOptions, "hasTerminal" | "moreProcesses">,
): SandboxedProcess {
	const started = performance.now();
	const violations: LimitViolation[] = [];
	let known: number | null = null;
	let over = false;
	let killed = false;

	const init = (): number | null => {
		if (known === null && !over) known = readStatus(status).init;
		return known;
	};
	let directories: MemoryDirectories | null = null;
	const gate = keepGate(lines, {
		inside: init,
		prepare: (first) => {
			directories = holdMemoryDirectories(first, plan);
		},
	});
	const kill = (violation?: LimitViolation) => {
		if (over || killed) return;
		killed = true;
		if (violation !== undefined) violations.push(violation);
		gate.close();
		const first = init();
		// The first process of a namespace takes all others with it; bubblewrap then tells how it ended.
		if (first !== null) send(first, "SIGKILL");
		// Until it tells of that process, ending bubblewrap would leave the process waiting for it.
		else setTimeout(() => !over && (send(init() ?? 0, "SIGKILL") || child.kill("SIGKILL")), 1000).unref();
	};
	const signal = async (name: NodeJS.Signals) => {
		// The command may not have been started yet.
		for (; !over && !killed; await sleep(5)) {
			const first = init();
			const command = first === null ? null : commandOf(first, hasTerminal);
			if (command !== null) return void send(command, name);
		}
	};
	const namesMb = (): number => directories?.usedMb() ?? 0;
	const limits = watchLimits(plan.limits, { init, devices: writableDevices(plan), namesMb, signal, kill, moreProcesses, violations });

	const outcome = ended(child).then(async (end): Promise<SandboxOutcome> => {
		const { init: first, exitCode } = readStatus(status);
		over = true;
		closeSync(status);
		const usage = limits.stop();
		const full = directories?.full() ?? [];
		directories?.close();
		if (first !== null) await endAll(first);
		const milliseconds = Math.round(performance.now() - started);
		const told = (await gate.wasPassed()) || signalOf(exitCode ?? 0) !== null ? exitCode : null;
		const code = told ?? (killed ? KILLED : null);
		// What ended before the command was let in was not the command.
		if (code === null) return refusal("sandbox-level", end);
		const signal = signalOf(code);
		violations.push(...ranFull(plan, full), ...(signal === "SIGXFSZ" ? fileTooLarge(plan) : []));
		return { ok: true, exitCode: code, signal, usage: { milliseconds, ...usage }, violations };
	});
	return { signal: (name) => void signal(name), init, kill, outcome };
}

/** Directories in memory that had no room left. */
function ranFull({ mounts }: SandboxPlan, full: readonly string[]): readonly LimitViolation[] {
	return mounts.flatMap(({ target, sizeMb }) =>
		sizeMb !== undefined && full.includes(target) ? [{ limit: target, allowed: sizeMb, used: sizeMb }] : [],
	);
}

/** By this signal the kernel ends a program that makes a file larger than it may be. */
function fileTooLarge({ limits: { fileSizeMb } }: SandboxPlan): readonly LimitViolation[] {
	return fileSizeMb === null ? [] : [{ limit: "max_file_size_mb", allowed: fileSizeMb, used: fileSizeMb }];
}

const KILLED = 128 + constants.signals.SIGKILL;

/** Why nothing was started, should that be so. */
function ended(child: ChildProcess): Promise<string> {
	return new Promise((resolve) => {
		child.once("error", (error) => resolve(notStarted(error)));
		child.once("exit", (code) =>
			resolve(`bubblewrap gave up (${code ?? "killed"}); its reason is on standard error. See \`writ doctor\`.`),
		);
	});
}

function send(process: number, name: NodeJS.Signals): boolean {
	try {
		return process > 0 && globalThis.process.kill(process, name);
	} catch {
		return false;
	}
}

/**
 * Processes in the background end with the first one, a moment after it: what looks at their files must wait for that.
 * SECURITY: the first is not trusted to end by itself, and cannot refuse.
 */
async function endAll(init: number): Promise<void> {
	if (isGone(init)) return;
	if (isAlive(init)) send(init, "SIGKILL");
	// What a kill has not ended by then hangs in the kernel, and will do nothing of its own any more.
	for (let waited = 0; waited < 5000 && (isAlive(init) || hasOthers(init)); waited += 1) await sleep(1);
}

function signalOf(exitCode: number): NodeJS.Signals | null {
	const found = exitCode > 128 ? Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number)?.[0] : undefined;
	return isSignal(found) ? found : null;
}

function isSignal(name: string | undefined): name is NodeJS.Signals {
	return name !== undefined && Object.hasOwn(constants.signals, name);
}

/** What bubblewrap has told so far. */
interface BwrapStatus {
	/** Its own process inside, by its number outside. */
	readonly init: number | null;
	/** Only told of a command that was started. */
	readonly exitCode: number | null;
}

/** Reads what bubblewrap has written to `--json-status-fd`, which is a file. */
function readStatus(file: number): BwrapStatus {
	const bytes = Buffer.alloc(fstatSync(file).size);
	const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
	return { init: numberIn(text, INIT), exitCode: numberIn(text, EXIT_CODE) };
}

/** Lines that are whole. */
const INIT = /"child-pid": ?(\d+)[^\n]*\n/;
const EXIT_CODE = /"exit-code": ?(\d+)[^\n]*\n/;

function numberIn(text: string, line: RegExp): number | null {
	const found = line.exec(text)?.[1];
	return found === undefined ? null : Number(found);
}
