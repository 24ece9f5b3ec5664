import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { errorCode } from "../../platform/index.ts";

/** What a program wrote, and whether it ended well. */
export interface ProgramEnd {
	readonly ok: boolean;
	readonly output: string;
	readonly complaints: string;
}

/** Runs a program for a probe, never as root, and for ten seconds at most; one that is not there did not end well. */
export async function runProgram(program: string, words: readonly string[]): Promise<ProgramEnd> {
	let failure = "";
	try {
		const child = spawn(program, words, {
			stdio: ["ignore", "pipe", "pipe"],
			env: { PATH: "/usr/bin:/bin", LANG: "C" },
			cwd: "/",
			timeout: 10_000,
			killSignal: "SIGKILL",
			...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
		});
		const ended = new Promise<boolean>((resolve) => {
			child.once("error", (error) => {
				failure = `${program} cannot be started (${errorCode(error)})`;
				resolve(false);
			});
			child.once("close", (code) => resolve(code === 0));
		});
		const [ok, output, complaints] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
		return { ok, output, complaints: failure || complaints };
	} catch (error) {
		return { ok: false, output: "", complaints: `${program} cannot be started (${errorCode(error)})` };
	}
}
