import { spawn } from "node:child_process";
import { constants } from "node:os";
import { errorCode } from "../../platform/index.ts";
import type { HostUser } from "../../sandbox/index.ts";

/** How a program is started where nothing confines it. */
export interface UnconfinedOrder {
	readonly command: readonly string[];
	readonly directory: string;
	readonly variables: Readonly<Record<string, string>>;
	readonly user: HostUser | null;
	/** Aborted when somebody ends the agent. */
	readonly ended?: AbortSignal;
}

/** How such a program ended. */
export interface UnconfinedEnd {
	readonly exitCode: number;
	readonly milliseconds: number;
}

const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;

/** Runs a program as it is: level 0, which only a person's own settings permit. */
export function runUnconfined({ command, directory, variables, user, ended }: UnconfinedOrder): Promise<UnconfinedEnd> {
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
