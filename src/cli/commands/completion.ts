import { Argument, type Command, type Option } from "commander";
import type { Catalog } from "../../engine/index.ts";
import { openCatalog } from "../open-catalog.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";

const SCRIPTS: Readonly<Record<string, (commands: readonly DescribedCommand[]) => string>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
};

/** What the scripts ask for while a person types. */
const LISTS: Readonly<Record<string, (catalog: Catalog) => readonly object[]>> = {
	names: ({ profiles, agents, aliases }) => [profiles, agents, aliases],
	profiles: ({ profiles, aliases }) => [profiles, aliases],
};

/** `writ completion`: the script that teaches a shell the words of writ. */
export const completionCommand: Define = (command, session) => {
	command
		.description("Print the completion script of a shell. Its first line says where to put it.")
		.addArgument(
			new Argument(
				"<shell>",
				"the shell; 'profiles' prints the names that --profile takes here, 'names' those of agent definitions too",
			).choices([...Object.keys(SCRIPTS), ...Object.keys(LISTS)]),
		)
		.action(async (word: string, options: CommonOptions) => session.end(await printCompletion(word, options)));

	async function printCompletion(word: string, { home, json = false }: CommonOptions): Promise<ExitCode> {
		const { terminal } = session;
		const list = LISTS[word];
		if (list !== undefined) {
			const names = plainNames(list(openCatalog(home, terminal.directory)));
			terminal.write(json ? `${JSON.stringify({ [word]: names })}\n` : `${names.join("\n")}\n`);
			return EXIT.ok;
		}
		const script = SCRIPTS[word]?.(describeCommands(await session.wholeProgram())) ?? "";
		terminal.write(json ? `${JSON.stringify({ shell: word, script })}\n` : `${script.trimEnd()}\n`);
		return EXIT.ok;
	}
};

/**
 * Each name once, sorted. SECURITY: a shell expands what it is given to complete; a file name of a project could hold `$(…)`
 * ("completion offers only plain names").
 */
function plainNames(tables: readonly object[]): readonly string[] {
	const names = new Set(tables.flatMap((table) => Object.keys(table)));
	return [...names].filter((name) => /^[\w./-]+$/.test(name)).toSorted();
}

/** What a shell must know of one subcommand. */
interface DescribedCommand {
	readonly name: string;
	readonly summary: string;
	readonly options: readonly DescribedOption[];
	/** Words that its first argument may be; `names` = those of profiles and agent definitions, asked for when needed. */
	readonly words: readonly string[] | "names" | "files";
	/** `writ agent` has verbs of its own; then it has neither options nor words. */
	readonly verbs: readonly DescribedCommand[];
}

interface DescribedOption {
	readonly long: string;
	readonly description: string;
	/** A list is all that it may be. */
	readonly takes: "nothing" | "a value" | "a folder" | "a profile" | readonly string[];
}

/** The subcommands of a whole program and `help`, as data for the scripts of the shells. */
function describeCommands(program: Command): readonly DescribedCommand[] {
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

/** Completion for bash. */
function bashScript(commands: readonly DescribedCommand[]): string {
	const cases = commands.flatMap((command) => [
		...command.verbs.map((verb) => bashCase(`"${command.name} ${verb.name}"`, verb)),
		bashCase(`${command.name}|"${command.name} "*`, command),
	]);
	return `# Completion of writ for bash. Put this into ~/.bashrc:  eval "$(writ completion bash)"
_writ() {
	local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} options="" words=""
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$current"))
		return
	fi
	# bash takes --mode=nested for three words.
	if [ "$current" = "=" ]; then current=""; elif [ "$previous" = "=" ]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
	local path=\${COMP_WORDS[1]}
	[ "$COMP_CWORD" -eq 2 ] || path="$path \${COMP_WORDS[2]}"
	case $path in
${cases.join("\n")}
	esac
	case $current in
		-*) COMPREPLY=($(compgen -W "$options --help" -- "$current")) ;;
		*) COMPREPLY=($(compgen -W "$words" -- "$current")); compopt -o default ;;
	esac
}
complete -F _writ writ
`;
}

function bashCase(pattern: string, command: DescribedCommand): string {
	return `		${pattern})
${bashValueCases(command.options)}			options="${command.options.map(({ long }) => long).join(" ")}"
			${bashWords(command)}
			;;`;
}

function bashWords({ words, verbs }: DescribedCommand): string {
	if (verbs.length > 0) return `words="${verbs.map(({ name }) => name).join(" ")}"`;
	if (words === "files") return "words=";
	return words === "names" ? "words=$(writ completion names 2>/dev/null)" : `words="${words.join(" ")}"`;
}

/** What may follow an option that takes one of a few values; options that share them share a line. */
function bashValueCases(options: readonly DescribedOption[]): string {
	const byOffer = Map.groupBy(options, ({ takes }) => bashOffer(takes));
	const lines = [...byOffer].flatMap(([offered, sharing]) =>
		offered === null ? [] : [`				${sharing.map(({ long }) => long).join("|")}) ${offered}; return ;;\n`],
	);
	return lines.length === 0 ? "" : `			case $previous in\n${lines.join("")}			esac\n`;
}

function bashOffer(takes: DescribedOption["takes"]): string | null {
	if (takes === "nothing" || takes === "a value") return null;
	if (takes === "a folder") return "compopt -o dirnames";
	if (takes !== "a profile") return `COMPREPLY=($(compgen -W "${takes.join(" ")}" -- "$current"))`;
	// Files only for who has begun to write a path: a profile may be one.
	return `COMPREPLY=($(compgen -W "$(writ completion profiles 2>/dev/null)" -- "$current")); case $current in [./~]*) compopt -o default ;; esac`;
}

/** Completion for zsh. */
function zshScript(commands: readonly DescribedCommand[]): string {
	return `#compdef writ
# Completion of writ for zsh. Put this into ~/.zshrc:  eval "$(writ completion zsh)"
_writ_names() {
	local -a names
	names=(\${(f)"$(writ completion names 2>/dev/null)"})
	compadd -a names
}
_writ_profiles() {
	# Files only for who has begun to write a path: a profile may be one.
	if [[ $PREFIX == [./~]* ]]; then
		_files
		return
	fi
	local -a names
	names=(\${(f)"$(writ completion profiles 2>/dev/null)"})
	compadd -a names
}
_writ() {
	local -a commands
	commands=(
${commands.map(({ name, summary }) => `		${quoteForZsh(`${name}:${summary}`)}`).join("\n")}
	)
	if (( CURRENT == 2 )); then
		_describe command commands
		return
	fi
	local command=$words[2]
	shift words
	(( CURRENT-- ))
	case $command in
${commands.map(zshCase).join("\n")}
	esac
}
compdef _writ writ
`;
}

function zshCase(command: DescribedCommand): string {
	if (command.verbs.length === 0) return `		${command.name}) ${zshArguments(command)} ;;`;
	return `		${command.name})
			local -a verbs
			verbs=(${command.verbs.map(({ name, summary }) => quoteForZsh(`${name}:${summary}`)).join(" ")})
			if (( CURRENT == 2 )); then
				_describe verb verbs
				return
			fi
			local verb=$words[2]
			shift words
			(( CURRENT-- ))
			case $verb in
${command.verbs.map((verb) => `				${verb.name}) ${zshArguments(verb)} ;;`).join("\n")}
			esac
			;;`;
}

function zshArguments(command: DescribedCommand): string {
	return `_arguments ${[...command.options.map(zshOption), zshRest(command)].join(" ")}`;
}

function zshOption({ long, description, takes }: DescribedOption): string {
	return quoteForZsh(`${long}[${description.replaceAll(/[[\]:]/g, "\\$&")}]${zshValue(takes)}`);
}

const ZSH_VALUES = { nothing: "", "a value": ":value:", "a folder": ":folder:_files -/", "a profile": ":profile:_writ_profiles" };

function zshValue(takes: DescribedOption["takes"]): string {
	return typeof takes === "string" ? ZSH_VALUES[takes] : `:value:(${takes.join(" ")})`;
}

function zshRest({ words }: DescribedCommand): string {
	if (words === "files") return quoteForZsh("*:file:_files");
	return words === "names" ? quoteForZsh("*:profile:_writ_names") : quoteForZsh(`1:word:(${words.join(" ")})`);
}

function quoteForZsh(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Completion for fish. */
function fishScript(commands: readonly DescribedCommand[]): string {
	const lines = commands.flatMap((command) => [
		`complete -c writ -f -n __fish_use_subcommand -a ${command.name} -d ${quoteForFish(command.summary)}`,
		...fishLines(command, fishSeen([command])),
		...command.verbs.flatMap((verb) => [
			`complete -c writ -f -n ${quoteForFish(`${fishSeen([command])}; and not ${fishSeen(command.verbs)}`)} -a ${verb.name} -d ${quoteForFish(verb.summary)}`,
			...fishLines(verb, `${fishSeen([command])}; and ${fishSeen([verb])}`),
		]),
	]);
	return `# Completion of writ for fish. Put this into ~/.config/fish/completions/writ.fish:  writ completion fish\n${lines.join("\n")}\n`;
}

const FISH_VALUES = {
	nothing: "",
	"a value": " -x",
	"a folder": " -x -a '(__fish_complete_directories)'",
	"a profile": " -x -a '(writ completion profiles 2>/dev/null)'",
};

function fishValue(takes: DescribedOption["takes"]): string {
	return typeof takes === "string" ? FISH_VALUES[takes] : ` -x -a ${quoteForFish(takes.join(" "))}`;
}

function fishLines(command: DescribedCommand, when: string): readonly string[] {
	return [
		...command.options.map(
			({ long, description, takes }) =>
				`complete -c writ -n ${quoteForFish(when)} -l ${long.slice(2)} -d ${quoteForFish(description)}${fishValue(takes)}`,
		),
		...fishWords(command, when),
	];
}

function fishWords({ words, verbs }: DescribedCommand, when: string): readonly string[] {
	if (words === "files" || words.length === 0 || verbs.length > 0) return [];
	const choices = words === "names" ? "'(writ completion names 2>/dev/null)'" : quoteForFish(words.join(" "));
	return [`complete -c writ -n ${quoteForFish(when)} -a ${choices}`];
}

function fishSeen(commands: readonly DescribedCommand[]): string {
	return `__fish_seen_subcommand_from ${commands.map(({ name }) => name).join(" ")}`;
}

function quoteForFish(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
