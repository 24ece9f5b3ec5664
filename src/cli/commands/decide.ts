import { LONGEST_LINE, lineAnswerer } from "../decide/answer-line.ts";
import { splitLines } from "../decide/split-lines.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { openCatalog } from "../open-catalog.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import { addSubjectOptions, type SubjectOptions, splitSubject } from "../subject-options.ts";
import type { Terminal } from "../terminal.ts";

type DecideOptions = CommonOptions & SubjectOptions;

/** `writ decide`: JSON lines in, one answer for each, in order, as they come. */
export const decideCommand: Define = (command, { terminal, end }) => {
	addSubjectOptions(command, "; for the lines that name no profile")
		.description(
			'Answer requests from standard input, one JSON object a line: {"id"?, "profile": name, file or object, "agent"?: {"id", "parent", "children"}, "root"?, "home"?, "confined"?: true, "request"}. Each is answered with one line {"id"?, "effect", "code", "message", "reasons"}, in order, as it comes. A line that is not valid is answered with a denial and its problems.',
		)
		.addHelpText(
			"after",
			`\nExamples:\n  echo '{"profile":"read-only","request":{"kind":"command","command":"git push"}}' | writ decide\n  echo '{"request":{"kind":"command","command":"git push"}}' | writ decide --profile ./mine.yaml`,
		)
		.action(async (options: DecideOptions) => end(await decideLines(terminal, options)));
};

async function decideLines(terminal: Terminal, { home, profile, agent }: DecideOptions): Promise<ExitCode> {
	if (terminal.isTyped) terminal.complain("Type one JSON object a line; Ctrl-D ends. See writ decide --help\n");
	const answer = lineAnswerer(
		(workspace) => openCatalog(home, workspace),
		terminal.directory,
		splitSubject([], { profile, agent }).subject,
	);
	for await (const lines of splitLines(terminal.input, LONGEST_LINE)) terminal.write(lines.map(answer).join(""));
	return EXIT.ok;
}
