import type { DescribedCommand, DescribedOption } from "./describe-commands.ts";

/** Completion for zsh. */
export function zshScript(commands: readonly DescribedCommand[]): string {
	return `#compdef writ
# Completion of writ for zsh. Put this into ~/.zshrc:  eval "$(writ completion zsh)"
_writ_profiles() {
	local -a names
	names=(\${(f)"$(writ completion names 2>/dev/null)"})
	compadd -a names
}
_writ() {
	local -a commands
	commands=(
${commands.map(({ name, summary }) => `		${quote(`${name}:${summary}`)}`).join("\n")}
	)
	if (( CURRENT == 2 )); then
		_describe command commands
		return
	fi
	local command=$words[2]
	shift words
	(( CURRENT-- ))
	case $command in
${commands.map((command) => `		${command.name}) _arguments ${[...command.options.map(option), rest(command)].join(" ")} ;;`).join("\n")}
	esac
}
compdef _writ writ
`;
}

function option({ long, description, takes }: DescribedOption): string {
	const values = { nothing: "", "a value": ":value:", "a folder": ":folder:_files -/" };
	return quote(`${long}[${description.replaceAll(/[[\]:]/g, "\\$&")}]${values[takes]}`);
}

function rest({ words }: DescribedCommand): string {
	if (words === "files") return quote("*:file:_files");
	return words === "profiles" ? quote("*:profile:_writ_profiles") : quote(`1:word:(${words.join(" ")})`);
}

function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
