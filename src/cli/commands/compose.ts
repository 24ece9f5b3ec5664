import { complainOfProblems } from "../complain.ts";
import { renderProfile } from "../compose/render-profile.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { openCatalog } from "../open-catalog.ts";
import { problemLines } from "../output/print-problems.ts";
import { showSource } from "../output/show-source.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import { composeSubject, nameSubject } from "../subject.ts";
import type { Terminal } from "../terminal.ts";

/** Comments begin here, unless a line is longer. */
const COMMENT_COLUMN = 44;

/** `writ compose`: a profile as it takes effect. */
export const composeCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Show the effective profile: everything that it extends and includes worked in, each line with the file and line it came from.",
		)
		.argument("<profile>", "name of a profile or an agent definition, or a file (./mine.yaml)")
		.addHelpText("after", "\nExamples:\n  writ compose standard\n  writ compose ./my-profile.yaml")
		.action((profile: string, options: CommonOptions) => end(compose(terminal, profile, options)));
};

function compose(terminal: Terminal, word: string, { json = false, home }: CommonOptions): ExitCode {
	const named = nameSubject(word, openCatalog(home, terminal.directory), terminal.directory);
	if (!named.ok) return complainOfProblems(named.problems, terminal, json);
	const composed = composeSubject(named.subject);
	if (!composed.ok) return complainOfProblems(composed.problems, terminal, json);
	const { composition, warnings } = composed;
	if (json) {
		terminal.write(`${JSON.stringify({ ok: true, ...composition, warnings })}\n`);
		return EXIT.ok;
	}
	terminal.complain(problemLines(warnings, terminal, terminal.paintComplaint));
	for (const { text, source } of renderProfile(composition)) {
		const shown = visible(text);
		const comment =
			source === undefined
				? ""
				: terminal.paint.faint(`${" ".repeat(Math.max(2, COMMENT_COLUMN - shown.length))}# ${showSource(source, terminal.directory)}`);
		terminal.write(`${shown}${comment}\n`);
	}
	return EXIT.ok;
}
