import type { Command } from "commander";
import type { SubjectWords } from "./subject.ts";

/** The options by which every command that looks at permissions can be told whose. */
export interface SubjectOptions {
	readonly profile?: string | undefined;
	readonly agent?: string | undefined;
}

/** Gives a command `--profile` and `--agent`; `means` says what they are for where a word could say it too. */
export function addSubjectOptions(command: Command, means = ""): Command {
	return command
		.option("--profile <name>", `a profile, by its name or file (./mine.yaml)${means}`)
		.option("--agent <name>", `an agent definition, by its name or file (./reviewer.md); with --profile it gets what both grant${means}`);
}

/** The words of a command whose first word names the subject unless an option does, and the words that are left. */
export function splitSubject(
	words: readonly string[],
	{ profile, agent }: SubjectOptions,
): { readonly subject: SubjectWords | undefined; readonly rest: readonly string[] } {
	if (profile !== undefined || agent !== undefined) return { subject: { profile, agent }, rest: words };
	const [word, ...rest] = words;
	return { subject: word === undefined ? undefined : { word }, rest };
}
