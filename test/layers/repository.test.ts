import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { REASON_CODES } from "../../src/engine/index.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(REPOSITORY, path), "utf8");

/** Files of the repository, those that are not committed yet included. */
function files(): readonly string[] {
	const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
		cwd: REPOSITORY,
		encoding: "utf8",
		maxBuffer: 1 << 26,
	});
	return listed.split("\n").filter((path) => path !== "" && existsSync(join(REPOSITORY, path)));
}

describe("the repository", () => {
	it("[repository-clean] the lockfile has no download addresses", () => {
		expect(read("package-lock.json")).not.toMatch(/"resolved": "http/);
	});

	it("[repository-clean] no file names a folder of one machine or the host of a registry", () => {
		const machine = new RegExp(["work", "farm", "root"].map((top) => `(?<![\\w.})])/${top}/`).join("|"));
		const registry = new RegExp(["registry\\.npmjs", "npm[m]irror", "deb\\.debian\\.org"].join("|"));
		// A profile may let an agent reach the public registries, and then it names them.
		const isAboutHosts = (path: string): boolean => /package_registries|develop\.test|shipped-(?:catalog|definitions)/.test(path);
		expect(files().filter((path) => machine.test(read(path)) || (registry.test(read(path)) && !isAboutHosts(path)))).toEqual([]);
	});

	it("[repository-clean] every test that a comment names is there", () => {
		const all = files();
		const named = all
			.filter((path) => path.startsWith("src/") && path.endsWith(".ts"))
			.flatMap((path) =>
				[...read(path).matchAll(/\/\/.*?([\w./-]+\.test\.ts)|\*.*?([\w./-]+\.test\.ts)/g)].map((match) => [
					path,
					match[1] ?? match[2] ?? "",
				]),
			);
		expect(named.filter(([, test = ""]) => !all.some((path) => path === test || path.endsWith(`/${test}`)))).toEqual([]);
	});

	it("[repository-clean] every local link of the documents leads somewhere", () => {
		const broken = files()
			.filter((path) => path.endsWith(".md"))
			.flatMap((path) =>
				[...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
					.filter(([, target = ""]) => !existsSync(join(REPOSITORY, dirname(path), target)))
					.map(([, target]) => `${path}: ${target}`),
			);
		expect(broken).toEqual([]);
	});

	it("[reference-current] the page of reason codes lists every code once", () => {
		const listed = [...read("docs/reference/reason-codes.md").matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
		expect(listed).toEqual(Object.keys(REASON_CODES));
	});

	it("no test is switched off", () => {
		const off = globSync("{src,test}/**/*.test.ts", { cwd: REPOSITORY }).filter((path) =>
			/\b(it|test|describe)\.(skip|only|todo)\b/.test(read(path)),
		);
		expect(off).toEqual([]);
	});
});
