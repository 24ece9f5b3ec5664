import { statSync } from "node:fs";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { refusal, type SandboxRefusal } from "./sandbox-outcome.ts";

/** What standard input, output or error of the command is: the caller's, nothing, a pipe, or a descriptor. */
export type Standard = "inherit" | "ignore" | "pipe" | number;

/** How a command is started, besides what its plan says. */
export interface StartOptions {
	readonly stdio: readonly [Standard, Standard, Standard];
	/** Where values of the variables come from that the plan passes on. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Needed when the caller is root and owns the workspace. */
	readonly user?: HostUser;
	/** One more descriptor that the command gets, as number 3: the line to the network proxy. A pipe's other end is `link`. */
	readonly proxy?: number | "pipe";
	/** Words before the command: a program inside that starts it. */
	readonly before?: readonly string[];
	/** The command is started by a program that makes a terminal for it; signals are for the command. */
	readonly hasTerminal?: boolean;
	/** Processes and threads that `before` adds to those of the command. */
	readonly moreProcesses?: number;
	/** Called with bubblewrap's process before the command can start; when it throws, nothing is started. */
	readonly onSpawn?: (process: number) => void;
	readonly bwrap?: string;
	/** Whether this bubblewrap binds descriptors; `probeMachine` knows. */
	readonly bindsDescriptors?: boolean;
	/** Directories that other agents can write. */
	readonly agentsWrite?: readonly string[];
}

/** The user of the host as whom a sandbox runs. */
export interface HostUser {
	readonly uid: number;
	readonly gid: number;
}

/**
 * As whom the sandbox of a plan runs: `null` = as the caller, who is not root.
 * SECURITY: with uid 0 of the host, capabilities dropped or not, a write to core_pattern makes one root outside, and the limit of
 * processes does not count.
 */
export function chooseUser(
	plan: Pick<SandboxPlan, "workspace">,
	asked: HostUser | undefined,
	caller: number,
): HostUser | null | SandboxRefusal {
	if (caller !== 0)
		return asked === undefined || asked.uid === caller ? null : refusal("sandbox-user", "Only root can run as another user.");
	const user = asked ?? ownerOf(plan.workspace.source);
	if (user === null) return refusal("not-started", `${plan.workspace.source} is not there.`);
	if (user.uid === 0)
		return refusal(
			"sandbox-user",
			`Nothing runs as root: name another user, or give it the workspace (chown -R USER ${plan.workspace.source}).`,
		);
	// The group root opens files too.
	return user.gid === 0 ? { uid: user.uid, gid: NO_GROUP } : user;
}

const NO_GROUP = 65534;

function ownerOf(path: string): HostUser | null {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats === undefined ? null : { uid: stats.uid, gid: stats.gid };
}
