import { createHash } from "node:crypto";
import type { ExitFinding, LimitViolation, SandboxPlan, SandboxUsage } from "../sandbox/index.ts";
import type { KnownMachine } from "./machine.ts";
import type { PlanWishes, PreparedRun } from "./plan.ts";
import type { DeniedConnection, NetworkAuthority } from "./run-network.ts";
import type { CommandStreams } from "./streams.ts";

/** A program that is to be run, and as whom. */
export interface RunOrder extends Omit<PlanWishes, "level" | "scratch"> {
	readonly machine: KnownMachine;
	readonly prepared: PreparedRun;
	readonly command: readonly string[];
	/** Values of the variables that are passed on. */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** Sees what the program writes to standard error, which then goes through this process. */
	readonly onErrors?: (bytes: Uint8Array) => void;
	/** The streams of the command, when they are not those of this process; signals that this process gets are then its own. */
	readonly streams?: (command: readonly string[]) => CommandStreams;
	/** Aborted when somebody ends the agent: its program ends at once. */
	readonly ended?: AbortSignal;
	/** What tools download is kept for the next run of the same profile in the same workspace, as far as the writ says so. */
	readonly keepsCaches?: boolean;
	/** The home of the person who starts it, whose name and address git gets. */
	readonly personsHome?: string;
	readonly runAs?: string;
	/** The user that the person's settings name. */
	readonly usualUser?: string;
}

/** What is told to the authority before anything is started. */
interface PlannedProgram {
	readonly plan: SandboxPlan;
	readonly argvDigest: string;
}

/** Who decides and records; the supervisor does neither. */
export interface RunAuthority extends NetworkAuthority {
	/** Records the launch, or says why it cannot be; then nothing is started. */
	readonly launch: (planned: PlannedProgram) => Promise<{ readonly code: string; readonly message: string } | null>;
}

/** How a program ended, or why it was not started. */
export type RunReport = StartedRun | NotStarted;

export interface StartedRun {
	readonly started: true;
	readonly exitCode: number;
	readonly plan: SandboxPlan;
	/** What the writ says and the sandbox did not hold. */
	readonly missing: SandboxPlan["missing"];
	readonly usage: SandboxUsage & { readonly diskBytes: number; readonly sentBytes: number; readonly receivedBytes: number };
	/** The error by which output of the program was lost. */
	readonly lost: string | null;
	readonly limits: readonly LimitViolation[];
	readonly findings: readonly ExitFinding[];
	readonly denials: readonly DeniedConnection[];
}

export interface NotStarted {
	readonly started: false;
	/** What the command line ends with: 1 denied, 2 asked wrongly, 3 cannot be enforced here. */
	readonly exit: 1 | 2 | 3;
	readonly problems: readonly { readonly code: string; readonly message: string; readonly cure: string }[];
}

/** A program that is not started, for one reason. */
export function refuseRun(exit: NotStarted["exit"], code: string, message: string, cure: string): NotStarted {
	return { started: false, exit, problems: [{ code, message, cure }] };
}

/** SHA-256 of the words of a command, each ended: the values that they hold are not for the ledger. */
export function digestOf(command: readonly string[]): string {
	return createHash("sha256")
		.update(command.map((word) => `${word}\0`).join(""))
		.digest("hex");
}
