import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expandGlob } from "../../src/engine/paths/index.ts";
import { realDisk } from "../../src/platform/index.ts";

let top = "";

const FILES = [
	".env",
	".Env.local",
	"a.js",
	"B.JS",
	"b-1.ts",
	"[x].ts",
	"sp ace.ts",
	"-oOUT",
	"*star",
	"ä.js",
	"src/index.ts",
	"src/App.tsx",
	"src/.hidden/key.pem",
	"src/sub/c.ts",
	"SRC2/sub/C.ts",
	"docs/one.md",
	"docs/sub/two.md",
	"z9",
	"Z10",
];

beforeAll(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-glob-")));
	for (const file of FILES) {
		mkdirSync(dirname(join(top, file)), { recursive: true });
		writeFileSync(join(top, file), "x");
	}
	symlinkSync("src", join(top, "linked"));
	symlinkSync("nowhere", join(top, "dangling"));
	symlinkSync("a.js", join(top, "toFile"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** What bash makes of a word; nothing when no file fits. */
function bash(word: string, options: readonly string[]): readonly string[] {
	const script = `shopt -s nullglob ${options.join(" ")}; for w in ${word}; do printf '%s\\0' "$w"; done`;
	const out = execFileSync("bash", ["--norc", "--noprofile", "-c", script], {
		cwd: top,
		encoding: "utf8",
		env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
	});
	return out.split("\0").filter((path) => path !== "");
}

const PATTERNS = [
	"*",
	"*.js",
	"*.JS",
	"?.js",
	"a*",
	"*a*s*",
	"[ab]*",
	"[a-c].*",
	"[A-C]*",
	"[0-9a-z]*",
	"b[-x]1*",
	"*[0-9]",
	"z[0-9]",
	"\\[x\\]*",
	"\\**",
	"sp\\ *",
	"src/*",
	"./*.ts",
	"./src/*.ts",
	"src//*.ts",
	"*/index.ts",
	"*/sub/*.ts",
	"*/sub",
	"*/SUB/*",
	"*/SUB",
	"SRC/*",
	"*/*.ts",
	"*/*/*.ts",
	"*/",
	"src/*/",
	"s*/../a.js",
	"linked/*",
	"l*/App*",
	"*/.hidden/*",
	"../*/a.js",
	"nothing/*",
	"a.js/*",
	"*nothing",
	"d*",
	"**/*.ts",
];

describe("a glob looked up on the disk", () => {
	it("[glob-as-bash] is what bash with dotglob and nocaseglob makes of it, and holds what plain bash does", () => {
		for (const pattern of PATTERNS) {
			const expanded = expandGlob(pattern, top, realDisk)?.paths;
			const expected = bash(pattern, ["dotglob", "nocaseglob"]);
			// Where shells differ in what one character is, more is found than by this one.
			const paths = expanded?.filter((path) => !/[^ -~]/.test(path) || expected.includes(path));
			expect(paths?.toSorted(), pattern).toEqual(expected.toSorted());
			for (const path of bash(pattern, [])) expect(expanded, pattern).toContain(path);
		}
	});

	it("[glob-as-bash] an absolute pattern keeps its beginning", () => {
		expect(expandGlob(`${top}/docs/*`, "/", realDisk)).toEqual({
			paths: [`${top}/docs/one.md`, `${top}/docs/sub`],
			listed: [`${top}/docs`],
		});
	});

	it("[glob-negated] with a negated class holds what bash finds with and without nocaseglob", () => {
		for (const pattern of ["[!a]*", "[!b]-*", "[!A-Z]*", "*[!s]"]) {
			const expanded = expandGlob(pattern, top, realDisk);
			for (const options of [[], ["dotglob"], ["nocaseglob"], ["dotglob", "nocaseglob"]])
				for (const path of bash(pattern, options)) expect(expanded?.paths, pattern).toContain(path);
		}
		expect(expandGlob("[!a]*", top, realDisk)?.paths).not.toContain("a.js");
	});

	it("[glob-unknown] is not told where shells differ about it or it is not such a pattern", () => {
		const classes = ["[^a]*", "[[:alpha:]]*", "[a", "a[/]*", "[]a]*", "[Z-a]*", "[c-a]*", "[ä]*", "[\\a]*"];
		for (const pattern of [...classes, ".*", "*/.e*", "*.{js,ts}", "@(a|b)*", "a\\", "a.js"])
			expect(expandGlob(pattern, top, realDisk), pattern).toBeNull();
	});

	it("[glob-listed] names every directory that is looked through, each once", () => {
		expect(expandGlob("*.js", top, realDisk)?.listed).toEqual(["."]);
		expect(expandGlob("src/*.ts", top, realDisk)?.listed).toEqual(["src"]);
		expect([...(expandGlob("*/sub/*.md", top, realDisk)?.listed ?? [])].sort()).toEqual([
			".",
			"SRC2/sub",
			"docs/sub",
			"linked/sub",
			"src/sub",
		]);
	});

	it("[glob-unknown] is not told where a directory cannot be listed or too many names match", () => {
		const blind = { ...realDisk, list: () => ({ ok: false, why: "unknown", message: "no" }) as const };
		expect(expandGlob("*.js", top, blind)).toBeNull();
		const files = Array.from({ length: 3_000 }, (_, index) => `f${index}`);
		const crowded = { ...realDisk, list: () => ({ ok: true, files, directories: [], links: [] }) as const };
		expect(expandGlob("f*", top, crowded)).toBeNull();
		expect(expandGlob("a*\0", top, realDisk)).toBeNull();
		expect(expandGlob("f1?", top, crowded)?.paths).toHaveLength(10);
	});
});
