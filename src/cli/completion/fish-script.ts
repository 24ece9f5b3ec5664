import type { DescribedCommand, DescribedOption } from "./describe-commands.ts";

/** Completion for fish. */
export function fishScript(commands: readonly DescribedCommand[]): string {
	const lines = commands.flatMap((command) => [
		`complete -c writ -f -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
		...optionsAndWords(command, seen([command])),
		...command.verbs.flatMap((verb) => [
			`complete -c writ -f -n ${quote(`${seen([command])}; and not ${seen(command.verbs)}`)} -a ${verb.name} -d ${quote(verb.summary)}`,
			...optionsAndWords(verb, `${seen([command])}; and ${seen([verb])}`),
		]),
	]);
	return `# Completion of writ for fish. Put this into ~/.config/fish/completions/writ.fish:  writ completion fish\n${lines.join("\n")}\n`;
}

const VALUES = {
	nothing: "",
	"a value": " -x",
	"a folder": " -x -a '(__fish_complete_directories)'",
	"a profile": " -x -a '(writ completion profiles 2>/dev/null)'",
};

function value(takes: DescribedOption["takes"]): string {
	return typeof takes === "string" ? VALUES[takes] : ` -x -a ${quote(takes.join(" "))}`;
}

function optionsAndWords(command: DescribedCommand, when: string): readonly string[] {
	return [
		...command.options.map(
			({ long, description, takes }) => `complete -c writ -n ${quote(when)} -l ${long.slice(2)} -d ${quote(description)}${value(takes)}`,
		),
		...words(command, when),
	];
}

function words({ words, verbs }: DescribedCommand, when: string): readonly string[] {
	if (words === "files" || words.length === 0 || verbs.length > 0) return [];
	const choices = words === "names" ? "'(writ completion names 2>/dev/null)'" : quote(words.join(" "));
	return [`complete -c writ -n ${quote(when)} -a ${choices}`];
}

function seen(commands: readonly DescribedCommand[]): string {
	return `__fish_seen_subcommand_from ${commands.map(({ name }) => name).join(" ")}`;
}

function quote(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
