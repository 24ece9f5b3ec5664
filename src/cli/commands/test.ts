import { globSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type DecisionTest, type DecisionTests, parseDecisionTests } from "../../definitions/index.ts";
import { type Catalog, composeAgent, composeProfile, decide, type Problem, sealComposition } from "../../engine/index.ts";
import { configurationHome, errorCode } from "../../platform/index.ts";
import { blockingProblems, openCatalog } from "../open-catalog.ts";
import { plural, problemLines, shownPath } from "../output/problems.ts";
import { visible } from "../output/visible.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { unreadableFile } from "../words/named-file.ts";

/** `writ test`: the decision tests that lie beside definitions. */
export const testCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Run decision tests: YAML files named *.test.yaml that say which request a profile must allow, deny or ask. Without FILES: those in your own folder (--home) and in this project's .writ. Exit 1 when a test fails, 2 when a file is not valid.",
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

/** A test whose answer was another one. */
interface TestFailure {
	readonly name: string;
	readonly line: number;
	readonly expected: string;
	readonly got: string;
	readonly message: string;
}

/** What became of one file of tests. */
interface TestFileResult {
	readonly file: string;
	readonly passed: number;
	readonly failures: readonly TestFailure[];
	readonly problems: readonly Problem[];
}

/** Runs one file of decision tests. Its paths are those of an imagined disk: nothing is looked up. */
export function runTestFile(file: string, catalog: Catalog): TestFileResult {
	const parsed = readTests(file);
	if (!parsed.ok) return broken(file, parsed.problems);
	const { tests } = parsed;
	const unbounded = blockingProblems(catalog);
	const composed =
		"profile" in tests.subject
			? composeProfile(tests.subject.profile, catalog)
			: composeAgent(tests.subject.definition, catalog, { profiles: tests.subject.profiles });
	if (unbounded.length > 0 || !composed.ok) return broken(file, composed.ok ? unbounded : composed.problems);
	const { root, home, places, agent } = tests;
	const sealed = sealComposition(composed.composition, {
		agent: agent.id,
		parent: agent.parent,
		children: agent.children,
		root,
		places,
		...(home === undefined ? {} : { home }),
	});
	if (!sealed.ok) return broken(file, sealed.problems);
	const failures = tests.tests.flatMap((test) => judge(test, decide(sealed.writ, test.request, { ...test.facts, catalog })));
	return { file, passed: tests.tests.length - failures.length, failures, problems: [] };
}

function readTests(
	file: string,
): { readonly ok: true; readonly tests: DecisionTests } | { readonly ok: false; readonly problems: readonly Problem[] } {
	try {
		return parseDecisionTests(readFileSync(file), { file });
	} catch (error) {
		return { ok: false, problems: [unreadableFile(file, file, errorCode(error))] };
	}
}

function judge({ name, expect, code, source }: DecisionTest, { effect, reasons }: ReturnType<typeof decide>): readonly TestFailure[] {
	const [first] = reasons;
	if (effect === expect && (code === undefined || first.code === code)) return [];
	const expected = code === undefined ? expect : `${expect} (${code})`;
	return [{ name, line: source.line ?? 1, expected, got: `${effect} (${first.code})`, message: first.message }];
}

function broken(file: string, problems: readonly Problem[]): TestFileResult {
	return { file, passed: 0, failures: [], problems };
}

/** The test files that words name: the files themselves, and every `*.test.yaml` below a folder. */
function findTestFiles(words: readonly string[], home: string | undefined, directory: string): readonly string[] {
	const places = words.length === 0 ? [configurationHome(home), join(directory, ".writ")] : words.map((word) => resolve(directory, word));
	return places.flatMap((place) => (isFolder(place) ? testsBelow(place) : words.length === 0 ? [] : [place]));
}

function testsBelow(folder: string): readonly string[] {
	return globSync("**/*.test.{yaml,yml}", { cwd: folder, exclude: (name) => name === "node_modules" })
		.toSorted()
		.map((path) => join(folder, path));
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
