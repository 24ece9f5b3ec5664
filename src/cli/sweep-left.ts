import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { configurationHome } from "../platform/index.ts";
import { sweepStubs } from "../supervise/index.ts";

/**
 * Removes what runs left in people's directories that were killed together with everything that could clear up after them. Every command
 * does it first; where nobody died it is a look at one directory.
 */
export function sweepLeft(words: readonly string[]): void {
	try {
		const home = configurationHome(homeIn(words));
		const folder = join(home, "stubs");
		const holders = readdirSync(folder).filter((name) => name.endsWith(".json"));
		if (holders.every((name) => isAlive(join(folder, name)))) return;
		sweepStubs(home);
	} catch {
		// Nothing was left, or nobody may look: the command itself says what is wrong with the home.
	}
}

function homeIn(words: readonly string[]): string | undefined {
	const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
	const at = own.indexOf("--home");
	return at < 0 ? own.find((word) => word.startsWith("--home="))?.slice("--home=".length) : own[at + 1];
}

/** Whether its process may be there; whether it is the same one, the sweep itself finds out. */
function isAlive(file: string): boolean {
	const [, pid] = /"pid":(\d+)/.exec(readFileSync(file, "utf8")) ?? [];
	return pid !== undefined && existsSync(`/proc/${pid}`);
}
