import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitTrusts } from "./git-trusts.ts";

let root = "";
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "writ-git-"));
	mkdirSync(join(root, ".git"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const configured = (text: string): readonly string[] => {
	writeFileSync(join(root, ".git/config"), text);
	return gitTrusts(root).map(({ path, file }) => `${path.slice(root.length + 1)}${file ? "" : "/"}`);
};

describe("what git trusts by configuration", () => {
	it("[attack-git-trusts] is read as git reads it: any case, comments, quotation marks, several words in one line", () => {
		expect(configured("[CORE]\n\tHooksPath = hooks\n")).toEqual(["hooks/"]);
		expect(configured('[core] hooksPath = "a b" ; said\n[include]\npath = ../x.inc # said\n')).toEqual(["a b/", "x.inc"]);
		expect(configured('[includeIf "gitdir:~/x"]\npath=../y\\\n.inc\n[other]\nhooksPath = no\n')).toEqual(["y.inc"]);
		expect(configured('[core]\n\tbare = false\n[remote "origin"]\n\tpath = ../z\n')).toEqual([]);
	});

	it("[attack-git-trusts] is nothing outside of the tree, in .git, or the tree itself", () => {
		expect(configured("[core]\nhooksPath = /etc/hooks\n[include]\npath = ../../out\npath = own.inc\n")).toEqual([]);
		expect(configured("[core]\nhooksPath = .\n")).toEqual([]);
	});

	it("[attack-git-trusts] files that include one another, pipes and devices end", () => {
		writeFileSync(join(root, "a"), "[include]\npath = b\npath = b\n");
		writeFileSync(join(root, "b"), "[include]\npath = a\npath = pipe\npath = /dev/zero\n");
		execFileSync("mkfifo", [join(root, "pipe")]);
		expect(new Set(configured("[include]\npath = ../a\n"))).toEqual(new Set(["a", "b", "pipe"]));
	});
});
