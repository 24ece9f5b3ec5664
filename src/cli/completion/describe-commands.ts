import type { Command, Option } from "commander";

/** What a shell must know of one subcommand. */
export interface DescribedCommand {
	readonly name: string;
	readonly summary: string;
	readonly options: readonly DescribedOption[];
	/** Words that its first argument may be; `names` = those of profiles and agent definitions, asked for when needed. */
	readonly words: readonly string[] | "names" | "files";
	/** `writ agent` has verbs of its own; then it has neither options nor words. */
	readonly verbs: readonly DescribedCommand[];
}

export interface DescribedOption {
	readonly long: string;
	readonly description: string;
	/** A list is all that it may be. */
	readonly takes: "nothing" | "a value" | "a folder" | "a profile" | readonly string[];
}

/** The subcommands of a whole program and `help`, as data for the scripts of the shells. */
export function describeCommands(program: Command): readonly DescribedCommand[] {
	const commands = describeAll(program.commands);
	return [...commands, describeHelp(commands)];
}

function describeAll(commands: readonly Command[]): readonly DescribedCommand[] {
	return commands.map((command) => ({
		name: command.name(),
		summary: command.summary(),
		options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
		words: wordsOf(command),
		verbs: describeAll(command.commands),
	}));
}

/** `help` is not among the commands of a program, and is followed by the same words. */
function describeHelp(commands: readonly DescribedCommand[]): DescribedCommand {
	const verbs = commands.map((command) => ({ ...command, options: [], words: command.verbs.map(({ name }) => name), verbs: [] }));
	return { name: "help", summary: "print the help of a command", options: [], words: [], verbs };
}

function describeOption(option: Option): DescribedOption {
	const { long, description, required, optional } = option;
	return { long: long ?? "", description, takes: required || optional ? takenValue(option) : "nothing" };
}

function takenValue({ argChoices, long, flags }: Option): DescribedOption["takes"] {
	if (argChoices !== undefined) return argChoices;
	if (long === "--profile" || long === "--preset") return "a profile";
	return flags.includes("<dir>") ? "a folder" : "a value";
}

function wordsOf(command: Command): DescribedCommand["words"] {
	const [first] = command.registeredArguments;
	if (first?.argChoices !== undefined) return first.argChoices;
	return first?.name() === "profile" || first?.name() === "before" ? "names" : "files";
}
