import { Argument } from "commander";
import { bashScript } from "../completion/bash-script.ts";
import { type DescribedCommand, describeCommands } from "../completion/describe-commands.ts";
import { fishScript } from "../completion/fish-script.ts";
import { zshScript } from "../completion/zsh-script.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { openCatalog } from "../open-catalog.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";

const SCRIPTS: Readonly<Record<string, (commands: readonly DescribedCommand[]) => string>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
};

/** `writ completion`: the script that teaches a shell the words of writ. */
export const completionCommand: Define = (command, session) => {
	command
		.description("Print the completion script of a shell. Its first line says where to put it.")
		.addArgument(
			new Argument("<shell>", "the shell; 'names' prints the names that profiles have here").choices([...Object.keys(SCRIPTS), "names"]),
		)
		.action(async (shell: string, options: CommonOptions) => session.end(await printCompletion(session.terminal, shell, options)));

	async function printCompletion(terminal: Terminal, shell: string, { home, json = false }: CommonOptions): Promise<ExitCode> {
		const script = SCRIPTS[shell];
		const text = script === undefined ? names(terminal, home).join("\n") : script(describeCommands(await session.wholeProgram()));
		terminal.write(
			json
				? `${JSON.stringify(script === undefined ? { names: names(terminal, home) } : { shell, script: text })}\n`
				: `${text.trimEnd()}\n`,
		);
		return EXIT.ok;
	}
};

/** SECURITY: a shell expands what it is given to complete; a file name of a project could hold `$(…)` ("completion offers only plain names"). */
function names({ directory }: Terminal, home: string | undefined): readonly string[] {
	const { profiles, agents, aliases } = openCatalog(home, directory);
	return [...Object.keys(profiles), ...Object.keys(agents), ...Object.keys(aliases)].filter((name) => /^[\w./-]+$/.test(name)).toSorted();
}
