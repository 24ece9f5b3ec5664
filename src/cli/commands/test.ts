import { EXIT, type ExitCode } from "../exit-code.ts";
import { openCatalog } from "../open-catalog.ts";
import { plural, problemLines, shownPath } from "../output/print-problems.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { findTestFiles } from "../test/find-test-files.ts";
import { runTestFile, type TestFileResult } from "../test/run-test-file.ts";

/** `writ test`: the decision tests that lie beside definitions. */
export const testCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Run decision tests: YAML files named *.test.yaml that say which request a profile must allow, deny or ask. Without FILES: those in the person's folder (--home) and in this project's .writ. Exit 1 when a test fails, 2 when a file is not valid.",
		)
		.argument("[files...]", "test files, or folders that hold some")
		.action((files: readonly string[], options: CommonOptions) => end(test(terminal, files, options)));
};

function test(terminal: Terminal, words: readonly string[], { json = false, home }: CommonOptions): ExitCode {
	const files = findTestFiles(words, home, terminal.directory);
	if (files.length === 0) {
		terminal.complain(
			`writ: there are no tests ${words.length === 0 ? "in the person's folder or in .writ" : `in ${words.join(", ")}`}. They are files named *.test.yaml\n`,
		);
		return EXIT.invalid;
	}
	const catalog = openCatalog(home, terminal.directory);
	const results = files.map((file) => runTestFile(file, catalog));
	terminal.write(json ? `${JSON.stringify(summary(results))}\n` : resultLines(results, terminal));
	if (results.some(({ problems }) => problems.length > 0)) return EXIT.invalid;
	return results.every(({ failures }) => failures.length === 0) ? EXIT.ok : EXIT.denied;
}

function summary(results: readonly TestFileResult[]): object {
	const failed = results.reduce((sum, { failures }) => sum + failures.length, 0);
	const passed = results.reduce((sum, result) => sum + result.passed, 0);
	return { ok: failed === 0 && results.every(({ problems }) => problems.length === 0), passed, failed, files: results };
}

function resultLines(results: readonly TestFileResult[], terminal: Terminal): string {
	const { paint, directory } = terminal;
	const lines = results.map(({ file, passed, failures, problems }) => {
		const isGood = failures.length === 0 && problems.length === 0;
		const head = `${isGood ? paint.good("✓") : paint.bad("✗")} ${paint.strong(visible(shownPath(file, directory)))}  ${plural(passed, "test")} passed${failures.length === 0 ? "" : `, ${failures.length} failed`}\n`;
		const failed = failures.map(
			({ name, line, expected, got, message }) =>
				`    ${paint.bad("✗")} ${visible(name)} ${paint.faint(`line ${line}`)}\n        expected ${expected}, got ${got}: ${visible(message)}\n`,
		);
		return `${head}${failed.join("")}${problemLines(problems, terminal, paint)}`;
	});
	const passed = results.reduce((sum, result) => sum + result.passed, 0);
	const failed = results.reduce((sum, { failures }) => sum + failures.length, 0);
	return `${lines.join("")}${passed} passed, ${failed} failed\n`;
}
