import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { requirements } from "../requirements.ts";

const REPOSITORY = join(import.meta.dirname, "../..");

let known: Awaited<ReturnType<typeof requirements>> = [];
let named = new Map<string, string>();
beforeAll(async () => {
	known = await requirements();
	named = idsInTitles();
}, 300_000);

describe("requirements", () => {
	it("every requirement is named by a test", () => {
		expect(known.filter(({ id }) => !named.has(id)).map(({ id, listedIn }) => `${id} (${listedIn})`)).toEqual([]);
	});

	it("every id that a test names is a requirement", () => {
		const ids = new Set(known.map(({ id }) => id));
		expect([...named].filter(([id]) => !ids.has(id)).map(([id, title]) => `${id}: ${title}`)).toEqual([]);
	});

	it("no id stands for two requirements", () => {
		const places = Map.groupBy(known, ({ id }) => id);
		expect(
			[...places].filter(([, same]) => same.length > 1).map(([id, same]) => `${id} (${same.map(({ listedIn }) => listedIn).join(", ")})`),
		).toEqual([]);
	});

	it("every requirement says what must hold and where that is written", () => {
		const incomplete = known.filter(({ id, source, behaviour }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || !source || !behaviour);
		expect(incomplete).toEqual([]);
		expect(known.length).toBeGreaterThan(0);
	});
});

/** The ids at the beginning of the titles of all tests: of those that have just been run, or else of all that vitest collects. */
function idsInTitles(): Map<string, string> {
	const results = process.env.WRIT_TEST_RESULTS;
	const titles = results === undefined ? collectedTitles() : results.split(delimiter).flatMap(reportedTitles);
	return new Map(titles.flatMap((title) => leadingIds(title).map((id): [string, string] => [id, title])));
}

/** As vitest's report in JSON tells them. */
function reportedTitles(file: string): readonly string[] {
	const report: Report = JSON.parse(readFileSync(file, "utf8"));
	const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
	return tests.flatMap(({ ancestorTitles, title }) => [...ancestorTitles, title]);
}

interface Report {
	readonly testResults: readonly {
		readonly assertionResults: readonly { readonly ancestorTitles: readonly string[]; readonly title: string }[];
	}[];
}

/** As vitest itself collects them, which takes a while: some titles are made from data. */
function collectedTitles(): readonly string[] {
	const folder = mkdtempSync(join(tmpdir(), "writ-requirements-"));
	try {
		const list = join(folder, "tests.json");
		const vitest = join(REPOSITORY, "node_modules/vitest/vitest.mjs");
		execFileSync(process.execPath, [vitest, "list", "--no-static-parse", `--json=${list}`], {
			cwd: REPOSITORY,
			stdio: "pipe",
			env: withoutVitest(),
		});
		const tests: readonly { readonly name: string }[] = JSON.parse(readFileSync(list, "utf8"));
		return tests.flatMap(({ name }) => name.split(" > "));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function leadingIds(title: string): readonly string[] {
	const [leading = ""] = /^(\[[a-z0-9-]+\]\s*)+/.exec(title) ?? [];
	return [...leading.matchAll(/\[([a-z0-9-]+)\]/g)].map(([, id = ""]) => id);
}

/** This test runs inside vitest, and the one that it starts must not take itself for a worker. */
function withoutVitest(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
}
