import { Argument } from "commander";
import type { Catalog } from "../../engine/index.ts";
import { bashScript } from "../completion/bash-script.ts";
import { type DescribedCommand, describeCommands } from "../completion/describe-commands.ts";
import { fishScript } from "../completion/fish-script.ts";
import { zshScript } from "../completion/zsh-script.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { openCatalog } from "../open-catalog.ts";
import type { CommonOptions, Define } from "../subcommand.ts";

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
