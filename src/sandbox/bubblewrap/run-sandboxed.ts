import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import type { SandboxOutcome } from "./sandbox-outcome.ts";
import type { StartOptions } from "./start-options.ts";
import { type StartedSandbox, startSandboxed } from "./start-sandboxed.ts";

/** How a command is run to its end. */
export interface RunOptions extends StartOptions {
	/** Whether signals that this process gets are the command's (as for `writ run`). */
	readonly forwardSignals?: boolean;
	/** Called with the started command, to use its pipes or to end it. */
	readonly onStart?: (started: StartedSandbox) => void;
}

/** Runs a command in the sandbox of a plan and waits until nothing of it is left. */
export async function runSandboxed(plan: SandboxPlan, command: readonly string[], options: RunOptions): Promise<SandboxOutcome> {
	const started = startSandboxed(plan, command, options);
	if (!started.ok) return started;
	options.onStart?.(started);
	const stop = options.forwardSignals === true ? forwardSignals(started) : () => {};
	try {
		return await started.outcome;
	} finally {
		stop();
	}
}

const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGWINCH"] as const;
const SECOND_INTERRUPT_WITHIN = 2000;
const AFTER_HANG_UP = 5000;

function forwardSignals(started: StartedSandbox): () => void {
	let interrupted = Number.NEGATIVE_INFINITY;
	const forward = (name: NodeJS.Signals) => {
		if (name === "SIGINT") {
			const now = performance.now();
			if (now - interrupted < SECOND_INTERRUPT_WITHIN) return started.kill();
			interrupted = now;
		}
		started.signal(name);
		// One that is stopped would never hear that it should end.
		if (name === "SIGTERM" || name === "SIGHUP") started.signal("SIGCONT");
		// Nobody is left who could end it: also one that does not care ends.
		if (name === "SIGHUP") setTimeout(() => started.kill(), AFTER_HANG_UP).unref();
	};
	for (const name of FORWARDED) process.on(name, forward);
	return () => {
		for (const name of FORWARDED) process.off(name, forward);
	};
}
