import type { Problem } from "../engine/index.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { countProblems, problemLines } from "./output/print-problems.ts";
import type { Terminal } from "./terminal.ts";

/** Ends a command that cannot go on because of problems in definitions: on standard error, or as JSON. */
export function complainOfProblems(problems: readonly Problem[], terminal: Terminal, json = false): ExitCode {
	if (json) terminal.write(`${JSON.stringify({ ok: false, problems })}\n`);
	else {
		const count = problems.length > 1 ? `${countProblems(problems)}\n` : "";
		terminal.complain(`${problemLines(problems, terminal, terminal.paintComplaint)}${count}`);
	}
	return EXIT.invalid;
}

/** Ends a command whose words make no sense. */
export function complainOfWords(message: string, terminal: Terminal): ExitCode {
	terminal.complain(`${terminal.paintComplaint.bad("writ:")} ${message}\n`);
	return EXIT.invalid;
}
