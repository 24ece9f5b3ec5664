import { readdirSync, readFileSync } from "node:fs";

/**
 * Descriptors above 2 that this process would hand on to a program it starts, because whoever opened them did not mark them
 * close-on-exec. Node marks its own, but not those that it was itself started with. Each costs a look, so it is asked before more are opened.
 */
export function inheritedDescriptors(): readonly number[] {
	return readdirSync("/proc/self/fd")
		.map(Number)
		.filter((descriptor) => descriptor > 2 && !closesOnExec(descriptor));
}

const CLOSE_ON_EXEC = 0o2000000;

function closesOnExec(descriptor: number): boolean {
	try {
		const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
		return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
	} catch {
		// Closed in the meantime, such as the descriptor that listed the folder.
		return true;
	}
}
