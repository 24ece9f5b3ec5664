import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { REPOSITORY } from "./generated-file.ts";

/** What vitest writes of a run, as far as it is read here. */
interface TestRun {
	readonly testResults: readonly TestFile[];
}

interface TestFile {
	readonly name: string;
	readonly status: string;
	readonly message: string;
	readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] }[];
}

/** The failed tests of a run, one a line with the first line of what went wrong. */
export function failedTests(results: string): string {
	try {
		const { testResults }: TestRun = JSON.parse(readFileSync(results, "utf8"));
		const lines = testResults.flatMap((file) => failuresIn(file));
		return lines.length === 0 ? "no test failed: the run itself did" : lines.join("\n");
	} catch {
		return "the run left no results: it ended before its tests did";
	}
}

function failuresIn({ name, status, message, assertionResults }: TestFile): readonly string[] {
	const file = relative(REPOSITORY, name);
	const failed = assertionResults.filter((test) => test.status === "failed");
	if (failed.length === 0) return status === "failed" ? [`${file}: ${firstLine(message)}`] : [];
	return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages.join("\n"))}`);
}

function firstLine(text: string): string {
	return text.split("\n", 1)[0]?.slice(0, LONGEST) ?? "";
}

const LONGEST = 400;
