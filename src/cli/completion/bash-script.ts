import type { DescribedCommand } from "./describe-commands.ts";

/** Completion for bash. */
export function bashScript(commands: readonly DescribedCommand[]): string {
	const cases = commands.map(
		(command) => `		${command.name})
			options="${command.options.map(({ long }) => long).join(" ")}"
			${words(command)}
			;;`,
	);
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
	case \${COMP_WORDS[1]} in
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

function words({ words }: DescribedCommand): string {
	if (words === "files") return "words=";
	return words === "profiles" ? "words=$(writ completion names 2>/dev/null)" : `words="${words.join(" ")}"`;
}

function folderOptions(commands: readonly DescribedCommand[]): string {
	const folders = commands.flatMap(({ options }) => options.filter(({ takes }) => takes === "a folder").map(({ long }) => long));
	return [...new Set(folders)].join("|");
}
