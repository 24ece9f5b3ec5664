import { readdirSync, readFileSync } from "node:fs";
import { STARTER } from "./bwrap-arguments.ts";
import { hasOthers, isFirst } from "./sandbox-processes.ts";

/**
 * Ends what a supervisor left that was killed at the one moment when it takes only half of bubblewrap along: the outer process asks
 * to die with us a moment before it lets the inner one go on, which then waits for that word for ever. It has not started anything.
 * Returns the processes.
 */
export function endStranded(): readonly number[] {
	return readdirSync("/proc").flatMap((name) => {
		const process = Number(name);
		if (!Number.isInteger(process) || !isStranded(process)) return [];
		try {
			globalThis.process.kill(process, "SIGKILL");
			return [process];
		} catch {
			// Another user's, or it has ended.
			return [];
		}
	});
}

/** Whether a process is bubblewrap's inner one, made by us, without the outer one, which is always its parent. */
function isStranded(process: number): boolean {
	if (read(process, "comm") !== BUBBLEWRAP) return false;
	const words = read(process, "cmdline").split("\0");
	if (words[words.indexOf("--") + 1] !== STARTER || !isFirst(process) || hasOthers(process)) return false;
	const parent = /^PPid:\t(\d+)$/m.exec(read(process, "status"))?.[1];
	// One whose name cannot be read is nobody's that we know.
	return parent !== undefined && !["", BUBBLEWRAP].includes(read(Number(parent), "comm"));
}

const BUBBLEWRAP = "bwrap\n";

function read(process: number, file: "comm" | "cmdline" | "status"): string {
	try {
		return readFileSync(`/proc/${process}/${file}`, "latin1");
	} catch {
		return "";
	}
}
