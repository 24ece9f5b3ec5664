import { configurationHome } from "../../platform/index.ts";
import { checkDefinitions } from "../check/check-definitions.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { countProblems, plural, problemLines } from "../output/print-problems.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";

/** `writ check`: every problem of every definition, with its place and what to do. */
export const checkCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Check definitions and report all problems at once, with file, line, column and a hint. Without FILES: those of the person (--home) and of this project (.writ). Exit 2 when there is an error.",
		)
		.argument("[files...]", "definitions, or folders with profiles, fragments and agents")
		.action((files: readonly string[], options: CommonOptions) => end(check(terminal, files, options)));
};

function check(terminal: Terminal, files: readonly string[], { json = false, home }: CommonOptions): ExitCode {
	const { problems, checked } = checkDefinitions(files, home, terminal.directory);
	const failed = problems.some(({ severity }) => severity === "error");
	if (json) terminal.write(`${JSON.stringify({ ok: !failed, checked, problems })}\n`);
	else if (checked === 0 && !failed) {
		terminal.write(
			`There are no definitions of your own yet. Put profiles into ${configurationHome(home)}/profiles, or .writ/profiles of a project.\n`,
		);
	} else {
		terminal.write(problemLines(problems, terminal, terminal.paint));
		const sign = failed ? terminal.paint.bad("✗") : terminal.paint.good("✓");
		terminal.write(`${sign} ${plural(checked, "definition")} checked: ${countProblems(problems)}\n`);
	}
	return failed ? EXIT.invalid : EXIT.ok;
}
