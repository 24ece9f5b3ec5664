import type { DescribedCommand, DescribedOption } from "./describe-commands.ts";

/** Completion for bash. */
export function bashScript(commands: readonly DescribedCommand[]): string {
	const cases = commands.flatMap((command) => [
		...command.verbs.map((verb) => caseOf(`"${command.name} ${verb.name}"`, verb)),
		caseOf(`${command.name}|"${command.name} "*`, command),
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

function caseOf(pattern: string, command: DescribedCommand): string {
	return `		${pattern})
${valueCases(command.options)}			options="${command.options.map(({ long }) => long).join(" ")}"
			${words(command)}
			;;`;
}

function words({ words, verbs }: DescribedCommand): string {
	if (verbs.length > 0) return `words="${verbs.map(({ name }) => name).join(" ")}"`;
	if (words === "files") return "words=";
	return words === "names" ? "words=$(writ completion names 2>/dev/null)" : `words="${words.join(" ")}"`;
}

/** What may follow an option that takes one of a few values; options that share them share a line. */
function valueCases(options: readonly DescribedOption[]): string {
	const byOffer = Map.groupBy(options, ({ takes }) => offer(takes));
	const lines = [...byOffer].flatMap(([offered, sharing]) =>
		offered === null ? [] : [`				${sharing.map(({ long }) => long).join("|")}) ${offered}; return ;;\n`],
	);
	return lines.length === 0 ? "" : `			case $previous in\n${lines.join("")}			esac\n`;
}

function offer(takes: DescribedOption["takes"]): string | null {
	if (takes === "nothing" || takes === "a value") return null;
	if (takes === "a folder") return "compopt -o dirnames";
	if (takes !== "a profile") return `COMPREPLY=($(compgen -W "${takes.join(" ")}" -- "$current"))`;
	// Files only for who has begun to write a path: a profile may be one.
	return `COMPREPLY=($(compgen -W "$(writ completion profiles 2>/dev/null)" -- "$current")); case $current in [./~]*) compopt -o default ;; esac`;
}
