import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where a person's own definitions and settings live: the folder given, else `$WRIT_HOME`, else `~/.writ`. */
export function configurationHome(given?: string, environment: NodeJS.ProcessEnv = process.env): string {
	const chosen = given ?? environment.WRIT_HOME;
	return chosen === undefined || chosen === "" ? join(homedir(), ".writ") : resolve(chosen);
}
