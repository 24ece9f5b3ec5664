import { existsSync, mkdirSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { errorCode } from "./writ-error.ts";

/** Where a person's own definitions and settings live: the folder given, else `$WRIT_HOME`, else `~/.writ`. */
export function configurationHome(given?: string, environment: NodeJS.ProcessEnv = process.env): string {
	const { WRIT_HOME, HOME = "" } = environment;
	const chosen = given ?? WRIT_HOME;
	if (chosen !== undefined && chosen !== "") return resolve(chosen);
	// SECURITY: below an empty or relative home directory a project's definitions would be the person's (folders.test.ts).
	return join(isAbsolute(HOME) ? HOME : userInfo().homedir, ".writ");
}

/** The folder of this installation of writ, whether the bundle runs or the sources. */
export function packageFolder(): string {
	let folder = import.meta.dirname;
	while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
	return folder;
}

/** Makes a directory for its owner alone, and those above it; Node's own way never ends where nothing can be made, as in /proc. */
export function makeDirectory(path: string): void {
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		if (errorCode(error) === "EEXIST") return;
		const above = dirname(path);
		if (errorCode(error) !== "ENOENT" || existsSync(above)) throw error;
		makeDirectory(above);
		mkdirSync(path, { mode: 0o700 });
	}
}
