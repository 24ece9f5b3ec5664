import { readdirSync, readFileSync } from "node:fs";

/**
 * Descriptors above 2 that this process hands on to every program it starts, because they are not marked close-on-exec.
 * INVARIANT: those that Node itself was started with, and no others: it marks whatever it opens, and has no means to take a mark away. So
 * they are looked for once, since each descriptor costs a look.
 */
export function inheritedDescriptors(): readonly number[] {
	known ??= readdirSync("/proc/self/fd")
		.map(Number)
		.filter((descriptor) => descriptor > 2 && !closesOnExec(descriptor));
	return known;
}

let known: readonly number[] | null = null;

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
