import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../platform/index.ts";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { readStatus } from "./read-status.ts";
import { refusal } from "./refusal.ts";
import { writableDevices } from "./removed-files.ts";
import type { LimitViolation, SandboxOutcome } from "./sandbox-outcome.ts";
import { commandOf, isRunning } from "./sandbox-processes.ts";
import { watchLimits } from "./watch-limits.ts";

/** A sandbox that runs. */
export interface SandboxedProcess {
	/** Sends a signal to the command itself, not to bubblewrap. */
	signal(name: NodeJS.Signals): void;
	/** Ends every process of the sandbox at once; with the limit for which it is done, if any. */
	kill(violation?: LimitViolation): void;
	/** Settles when no process of the sandbox is left. */
	readonly outcome: Promise<SandboxOutcome>;
}

/** Watches over a bubblewrap that was just started; `onInit` is called when its life is bound to ours. */
export function superviseSandboxed(plan: SandboxPlan, child: ChildProcess, status: Readable | null, onInit: () => void): SandboxedProcess {
	const started = performance.now();
	const violations: LimitViolation[] = [];
	let init: number | null = null;
	let over = false;
	let killed = false;

	const kill = (violation?: LimitViolation) => {
		if (over || killed) return;
		killed = true;
		if (violation !== undefined) violations.push(violation);
		// The first process of a namespace takes all others with it; bubblewrap then tells how it ended.
		if (init !== null) send(init, "SIGKILL");
		// Until it tells of that process, ending bubblewrap would leave the process waiting for it.
		else setTimeout(() => init === null && child.kill("SIGKILL"), 1000).unref();
	};
	const signal = async (name: NodeJS.Signals) => {
		// The command may not have been started yet.
		for (; !over && !killed; await sleep(5)) {
			const command = init === null ? null : commandOf(init);
			if (command !== null) return void send(command, name);
		}
	};
	const limits = watchLimits(plan.limits, { init: () => init, devices: writableDevices(plan), signal, kill, violations });

	const told =
		status === null
			? Promise.resolve({ init: null, exitCode: null })
			: readStatus(status, (process) => {
					init = process;
					if (killed) send(process, "SIGKILL");
					onInit();
				});
	const outcome = ended(child).then(async (end): Promise<SandboxOutcome> => {
		over = true;
		const usage = limits.stop();
		const { exitCode } = await told;
		if (init !== null) await noneLeft(init);
		const milliseconds = Math.round(performance.now() - started);
		const code = exitCode ?? (killed ? 128 + constants.signals.SIGKILL : null);
		if (code === null) return refusal("sandbox-level", end);
		return { ok: true, exitCode: code, signal: signalOf(code), usage: { milliseconds, ...usage }, violations };
	});
	return { signal: (name) => void signal(name), kill, outcome };
}

/** Why nothing was started, should that be so. */
function ended(child: ChildProcess): Promise<string> {
	return new Promise((resolve) => {
		child.once("error", (error) => resolve(`bubblewrap cannot be started (${errorCode(error)}). Install the package bubblewrap.`));
		child.once("exit", (code) =>
			resolve(`bubblewrap gave up (${code ?? "killed"}); its reason is on standard error. See \`writ doctor\`.`),
		);
	});
}

function send(process: number, name: NodeJS.Signals): boolean {
	try {
		return globalThis.process.kill(process, name);
	} catch {
		return false;
	}
}

/** Processes in the background end with bubblewrap, a moment after it: what looks at their files must wait for that. */
async function noneLeft(init: number): Promise<void> {
	for (let waited = 0; waited < 2000 && isRunning(init); waited += 1) await sleep(1);
}

function signalOf(exitCode: number): NodeJS.Signals | null {
	const found = Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number)?.[0];
	return isSignal(found) ? found : null;
}

function isSignal(name: string | undefined): name is NodeJS.Signals {
	return name !== undefined && Object.hasOwn(constants.signals, name);
}
