import { describe, expect, it } from "vitest";
import { parseCommandPattern } from "../rules/index.ts";
import { containsCommandPattern } from "./contains-command-pattern.ts";

function inside(child: string, parent: string): boolean {
	const [inner, outer] = [parseCommandPattern(child), parseCommandPattern(parent)];
	if (!inner.ok || !outer.ok) throw new Error("bad pattern");
	return containsCommandPattern(outer.pattern, inner.pattern);
}

describe("containsCommandPattern", () => {
	it("[command-pattern-contained] compares prefixes word by word", () => {
		expect(inside("git status:*", "git:*")).toBe(true);
		expect(inside("git status:*", "git status:*")).toBe(true);
		expect(inside("git status", "git status:*")).toBe(true);
		expect(inside("git:*", "git status:*")).toBe(false);
		expect(inside("git status:*", "git status")).toBe(false);
		expect(inside("gitk:*", "git:*")).toBe(false);
		expect(inside("git status", "git status")).toBe(true);
		expect(inside("rm -rf x", ":*")).toBe(true);
	});
	it("[command-pattern-contained] counts what the further words would open", () => {
		expect(inside("git branch -D:*", "git branch:*")).toBe(false);
		expect(inside("git -c a.b=c status:*", "git:*")).toBe(false);
		expect(inside("env rm:*", "env:*")).toBe(false);
		expect(inside("bash x.sh", "bash:*")).toBe(false);
		expect(inside("npx evil:*", "npx:*")).toBe(false);
		expect(inside("curl https://a.example", "curl:*")).toBe(false);
		expect(inside("rg --pre sh:*", "rg:*")).toBe(false);
		expect(inside("git log --oneline:*", "git log:*")).toBe(true);
	});
});
