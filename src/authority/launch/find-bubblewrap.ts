import { realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/**
 * The bubblewrap of the system: the first on the search path that only root can replace; `null` when there is none.
 * SECURITY: a search path often begins with folders that an agent can write (`node_modules/.bin`), and what is found there would be
 * all that confines it.
 */
export function findBubblewrap(searchPath: string): string | null {
	for (const folder of searchPath.split(":")) {
		if (!isAbsolute(folder)) continue;
		const found = systemFile(join(folder, "bwrap"));
		if (found !== null) return found;
	}
	return null;
}

function systemFile(path: string): string | null {
	try {
		const real = realpathSync(path);
		const isProgram = statSync(real).isFile() && isRoots(real);
		for (let folder = dirname(real); isProgram && isRoots(folder); folder = dirname(folder)) if (folder === "/") return real;
	} catch {
		// Not there, or not for us to see.
	}
	return null;
}

const OTHERS_WRITE = 0o022;

function isRoots(path: string): boolean {
	const { uid, mode } = statSync(path);
	return uid === 0 && (mode & OTHERS_WRITE) === 0;
}
