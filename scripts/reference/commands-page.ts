import type { Command } from "commander";
import { makeProgram } from "../../src/cli/command-line.ts";
import type { Invocation } from "../../src/cli/subcommand.ts";
import { SUBCOMMANDS } from "../../src/cli/subcommands.ts";
import { palette, type Terminal } from "../../src/cli/terminal.ts";
import { page } from "./markdown.ts";

/** The help of every command, as the program prints it. */
export async function commandsPage(): Promise<string> {
	const session: Invocation = {
		words: [],
		terminal: silentTerminal(),
		end: () => {},
		wholeProgram: () => makeProgram(session, SUBCOMMANDS, () => true),
	};
	const program = await session.wholeProgram();
	const parts = withVerbs(program).map((command) => {
		const title = fullName(command);
		return `${title.split(" ").length > 2 ? "###" : "##"} ${title}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``;
	});
	return page("Commands", ...parts, EXIT_CODES);
}

/** As a person types it: `writ agent spawn`. */
function fullName(command: Command): string {
	return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** The whole help, examples included. */
function helpOf(command: Command): string {
	let help = "";
	command.configureOutput({
		getOutHelpWidth: () => 100,
		writeOut: (text) => {
			help += text;
		},
	});
	command.outputHelp();
	return help.trimEnd();
}

const EXIT_CODES = `## Exit codes

0 allowed or done · 1 denied, an escalation or a failed test · 2 wrong usage or an invalid definition · 3 something is broken, or this machine cannot do it. \`writ decide\` exits 0 when it answered every line.`;

function silentTerminal(): Terminal {
	const plain = palette(false);
	return {
		input: (async function* () {})(),
		isTyped: false,
		write: () => {},
		complain: () => {},
		paint: plain,
		paintComplaint: plain,
		directory: ".",
	};
}

function withVerbs(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(withVerbs)];
}
