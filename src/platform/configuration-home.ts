import { userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** Where a person's own definitions and settings live: the folder given, else `$WRIT_HOME`, else `~/.writ`. */
export function configurationHome(given?: string, environment: NodeJS.ProcessEnv = process.env): string {
	const { WRIT_HOME, HOME = "" } = environment;
	const chosen = given ?? WRIT_HOME;
	if (chosen !== undefined && chosen !== "") return resolve(chosen);
	// SECURITY: below an empty or relative home directory a project's definitions would be the person's (configuration-home.test.ts).
	return join(isAbsolute(HOME) ? HOME : userInfo().homedir, ".writ");
}
