import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./error-code.ts";

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
