import type { DescribedCommand } from "./describe-commands.ts";

/** Completion for fish. */
export function fishScript(commands: readonly DescribedCommand[]): string {
	const lines = commands.flatMap((command) => [
		`complete -c writ -f -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
		...command.options.map(({ long, description, takes }) => {
			const values = {
				nothing: "",
				"a value": " -x",
				"a folder": " -x -a '(__fish_complete_directories)'",
			};
			return `complete -c writ -n '__fish_seen_subcommand_from ${command.name}' -l ${long.slice(2)} -d ${quote(description)}${values[takes]}`;
		}),
		...words(command),
	]);
	return `# Completion of writ for fish. Put this into ~/.config/fish/completions/writ.fish:  writ completion fish\n${lines.join("\n")}\n`;
}

function words({ name, words }: DescribedCommand): readonly string[] {
	if (words === "files") return [];
	const choices = words === "profiles" ? "'(writ completion names 2>/dev/null)'" : quote(words.join(" "));
	return [`complete -c writ -n '__fish_seen_subcommand_from ${name}' -a ${choices}`];
}

function quote(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
