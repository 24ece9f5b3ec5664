import type { Analyser } from "../analyser.ts";
import { GIT_SUBCOMMANDS } from "../programs/git.ts";

/** For each program `git-<name>`: it is `git <name>`, and judged as such. */
export const GIT_PROGRAMS: Readonly<Record<string, Analyser>> = Object.fromEntries(
	GIT_SUBCOMMANDS.map((name): [string, Analyser] => [
		`git-program ${name}`,
		(words) => [{ kind: "command", words: ["git", name, ...words], appends: false }],
	]),
);
