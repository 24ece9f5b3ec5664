import type { DescribedCommand } from "./describe-commands.ts";

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
		COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} help --help --version" -- "$current"))
		return
	fi
	case $previous in
		${folderOptions(commands)}) compopt -o dirnames; return ;;
	esac
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
			options="${command.options.map(({ long }) => long).join(" ")}"
			${words(command)}
			;;`;
}

function words({ words, verbs }: DescribedCommand): string {
	if (verbs.length > 0) return `words="${verbs.map(({ name }) => name).join(" ")}"`;
	if (words === "files") return "words=";
	return words === "profiles" ? "words=$(writ completion names 2>/dev/null)" : `words="${words.join(" ")}"`;
}

function folderOptions(commands: readonly DescribedCommand[]): string {
	const all = commands.flatMap((command) => [command, ...command.verbs]);
	const folders = all.flatMap(({ options }) => options.filter(({ takes }) => takes === "a folder").map(({ long }) => long));
	return [...new Set(folders)].join("|");
}
