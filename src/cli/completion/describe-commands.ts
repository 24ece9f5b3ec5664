import type { Command, Option } from "commander";

/** What a shell must know of one subcommand. */
export interface DescribedCommand {
	readonly name: string;
	readonly summary: string;
	readonly options: readonly DescribedOption[];
	/** Words that its first argument may be; `profiles` = the names of the profiles, asked for when needed. */
	readonly words: readonly string[] | "profiles" | "files";
	/** `writ agent` has verbs of its own; then it has neither options nor words. */
	readonly verbs: readonly DescribedCommand[];
}

export interface DescribedOption {
	readonly long: string;
	readonly description: string;
	readonly takes: "nothing" | "a value" | "a folder";
}

/** The subcommands of a whole program, as data for the scripts of the shells. */
export function describeCommands(program: Command): readonly DescribedCommand[] {
	return program.commands.map((command) => ({
		name: command.name(),
		summary: command.summary(),
		options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
		words: wordsOf(command),
		verbs: describeCommands(command),
	}));
}

function describeOption({ long, description, required, optional, flags }: Option): DescribedOption {
	return { long: long ?? "", description, takes: required || optional ? takenValue(flags) : "nothing" };
}

function takenValue(flags: string): DescribedOption["takes"] {
	return flags.includes("<dir>") ? "a folder" : "a value";
}

function wordsOf(command: Command): DescribedCommand["words"] {
	const [first] = command.registeredArguments;
	if (first?.argChoices !== undefined) return first.argChoices;
	return first?.name() === "profile" || first?.name() === "before" ? "profiles" : "files";
}
