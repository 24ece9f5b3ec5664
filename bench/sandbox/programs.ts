import { spawn } from "node:child_process";
import type { HostUser } from "../../src/sandbox/index.ts";

/** The user that the programs run as: never root. */
export const USER: HostUser | null = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

/** Starts a program as it is and waits for its end. */
export function runPlain(
	[program = "", ...words]: readonly string[],
	environment: NodeJS.ProcessEnv = { PATH: "/usr/bin:/bin" },
	user = USER,
): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, words, { stdio: ["ignore", "ignore", "inherit"], cwd: "/", env: environment, ...user });
		child.once("error", reject);
		child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ${words.join(" ")}: exit ${code}`))));
	});
}

/** What somebody writes who has five minutes: everything can be read, one directory written, no network. */
export function naiveWords(workspace: string, command: readonly string[]): readonly string[] {
	const mounts = ["--ro-bind", "/", "/", "--bind", workspace, workspace, "--dev", "/dev", "--proc", "/proc"];
	return ["/usr/bin/bwrap", ...mounts, "--unshare-all", "--die-with-parent", "--", ...command];
}
