import { readFileSync } from "node:fs";
import { type DecisionTest, type DecisionTests, parseDecisionTests } from "../../definitions/index.ts";
import { type Catalog, composeAgent, composeProfile, decide, type Problem, sealComposition } from "../../engine/index.ts";
import { errorCode } from "../../platform/index.ts";
import { blockingProblems } from "../open-catalog.ts";
import { unreadableFile } from "../unreadable-file.ts";

/** A test whose answer was another one. */
export interface TestFailure {
	readonly name: string;
	readonly line: number;
	readonly expected: string;
	readonly got: string;
	readonly message: string;
}

/** What became of one file of tests. */
export interface TestFileResult {
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
