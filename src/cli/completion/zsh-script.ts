import type { DescribedCommand, DescribedOption } from "./describe-commands.ts";

/** Completion for zsh. */
export function zshScript(commands: readonly DescribedCommand[]): string {
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
	return quote(`${long}[${description.replaceAll(/[[\]:]/g, "\\$&")}]${value(takes)}`);
}

const VALUES = { nothing: "", "a value": ":value:", "a folder": ":folder:_files -/", "a profile": ":profile:_writ_profiles" };

function value(takes: DescribedOption["takes"]): string {
	return typeof takes === "string" ? VALUES[takes] : `:value:(${takes.join(" ")})`;
}

function rest({ words }: DescribedCommand): string {
	if (words === "files") return quote("*:file:_files");
	return words === "names" ? quote("*:profile:_writ_names") : quote(`1:word:(${words.join(" ")})`);
}

function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
