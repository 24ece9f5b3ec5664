import { spawn } from "node:child_process";
import { constants } from "node:os";
import { errorCode } from "../platform/index.ts";
import type { HostUser, Missing } from "../sandbox/index.ts";
import { digestOf, type NotStarted, type RunOrder, refuseRun } from "./run.ts";
import { runUser } from "./run-user.ts";

/** Whether the person permits it, and who records it. */
interface UnconfinedAuthority {
	/** The person's settings say `allowUnsandboxed: true`. */
	readonly isPermitted: boolean;
	readonly launch: (launch: {
		readonly argvDigest: string;
		readonly missing: readonly Missing[];
	}) => Promise<{ readonly code: string; readonly message: string } | null>;
}

/** How a program ended that nothing confined. */
export interface UnconfinedRun {
	readonly started: true;
	readonly exitCode: number;
	readonly milliseconds: number;
	readonly missing: readonly Missing[];
}

const MISSING: readonly Missing[] = [{ what: "sandbox", why: "Level L0 confines nothing." }];

/**
 * Runs a program on a machine that cannot confine it, when the person's own settings permit that.
 * INVARIANT: the writ was sealed with `minimum_level: L0`; the authority refuses every other one before this.
 */
export async function superviseUnconfined(order: RunOrder, authority: UnconfinedAuthority): Promise<UnconfinedRun | NotStarted> {
	const { prepared, machine, command } = order;
	if (!authority.isPermitted) return notPermitted(machine.cures);
	const { writ, own, managed } = prepared;
	const workspace = writ.places.real.workspace ?? own;
	const chosen = runUser(workspace, managed, order.runAs, order.usualUser);
	if (!chosen.ok) return refuseRun(3, "sandbox-user", chosen.message, "Name a user with --run-as.");
	const refused = await authority.launch({ argvDigest: digestOf(command), missing: MISSING });
	if (refused !== null) return refuseRun(3, refused.code, refused.message, "See run/daemon.log of the home.");
	const ended = await runUnconfined({
		command,
		directory: workspace,
		variables: variablesOf(order),
		user: chosen.user,
		...(order.ended === undefined ? {} : { ended: order.ended }),
	});
	return { started: true, missing: MISSING, ...ended };
}

function notPermitted(cures: readonly string[]): NotStarted {
	const cure = [...cures, "Or permit it with `allowUnsandboxed: true` in config.yaml of the home."].join(" ");
	return refuseRun(3, "sandbox-level", "Nothing on this machine can confine a program, and nobody permitted it to run unconfined.", cure);
}

/** The same names as inside a sandbox, with the caller's own places. */
function variablesOf({ variables, environment, prepared: { writ } }: RunOrder): Readonly<Record<string, string>> {
	const names = ["PATH", "HOME", "LANG", "TERM", "TMPDIR", "USER", ...writ.terms.environment.allow, ...environment];
	const passed = names.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]));
	return { ...Object.fromEntries(passed), WRIT_AGENT_ID: writ.agent };
}

/** How a program is started where nothing confines it. */
interface UnconfinedOrder {
	readonly command: readonly string[];
	readonly directory: string;
	readonly variables: Readonly<Record<string, string>>;
	readonly user: HostUser | null;
	/** Aborted when somebody ends the agent. */
	readonly ended?: AbortSignal;
}

/** How such a program ended. */
interface UnconfinedEnd {
	readonly exitCode: number;
	readonly milliseconds: number;
}

const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;

/** Runs a program as it is: level 0, which only a person's own settings permit. */
function runUnconfined({ command, directory, variables, user, ended }: UnconfinedOrder): Promise<UnconfinedEnd> {
	const [program = "", ...words] = command;
	const started = performance.now();
	const child = spawn(program, words, { stdio: "inherit", cwd: directory, env: variables, ...(user ?? {}) });
	const forward = (name: NodeJS.Signals): void => void child.kill(name);
	for (const name of FORWARDED) process.on(name, forward);
	ended?.addEventListener("abort", () => child.kill("SIGKILL"));
	return new Promise((resolve) => {
		const end = (exitCode: number): void => {
			for (const name of FORWARDED) process.off(name, forward);
			resolve({ exitCode, milliseconds: Math.round(performance.now() - started) });
		};
		child.once("error", (error) => end(errorCode(error) === "ENOENT" ? 127 : 126));
		child.once("exit", (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
	});
}
