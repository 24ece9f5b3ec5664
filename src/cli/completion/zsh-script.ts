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
${commands.map(caseOf).join("\n")}
	esac
}
compdef _writ writ
`;
}

function caseOf(command: DescribedCommand): string {
	if (command.verbs.length === 0) return `		${command.name}) ${argumentsOf(command)} ;;`;
	return `		${command.name})
			local -a verbs
			verbs=(${command.verbs.map(({ name, summary }) => quote(`${name}:${summary}`)).join(" ")})
			if (( CURRENT == 2 )); then
				_describe verb verbs
				return
			fi
			local verb=$words[2]
			shift words
			(( CURRENT-- ))
			case $verb in
${command.verbs.map((verb) => `				${verb.name}) ${argumentsOf(verb)} ;;`).join("\n")}
			esac
			;;`;
}

function argumentsOf(command: DescribedCommand): string {
	return `_arguments ${[...command.options.map(option), rest(command)].join(" ")}`;
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
