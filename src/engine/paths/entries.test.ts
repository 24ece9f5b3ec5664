import { describe, expect, it } from "vitest";
import { canonicalPathEntry, canonicalRulePaths, writtenPathEntry, writtenRulePath } from "./index.ts";

const grant = (entry: string) => {
	const outcome = canonicalPathEntry(entry, "grant");
	return outcome.ok ? outcome.text : `${outcome.code}: ${outcome.message} (${outcome.hint})`;
};
const deny = (entry: string) => {
	const outcome = canonicalPathEntry(entry, "deny");
	return outcome.ok ? outcome.text : outcome.code;
};

describe("a path entry becomes canonical", () => {
	it.each([
		["./workspace", "<workspace>"],
		["./workspace/", "<workspace>"],
		["./workspace/src/**", "<workspace>/src/**"],
		["./shared", "<shared>"],
		["./exports/out", "<exports>/out"],
		["./.claude", "<claude>"],
		["../shared", "<session>"],
		["../shared/notes", "<session>/notes"],
		["../../_shared/knowledge", "<operator>/knowledge"],
		["./", "<own>"],
	])("[design-5-named-places] %s is the place %s", (written, canonical) => {
		expect(grant(written)).toBe(canonical);
	});

	it.each([
		["src/**", "<workspace>/src/**"],
		["./src/**", "<workspace>/src/**"],
		["**", "<workspace>/**"],
		["workspace", "<workspace>/workspace"],
		[".claude/x", "<workspace>/.claude/x"],
		["{a,b}/**", "<workspace>/{a,b}/**"],
		[".", "<workspace>"],
	])("[design-5-relative-entries] %s starts at the workspace", (written, canonical) => {
		expect(grant(written)).toBe(canonical);
	});

	it("keeps absolute entries and removes what means nothing", () => {
		expect(grant("/data/x")).toBe("/data/x");
		expect(grant("/data//x/./y/")).toBe("/data/x/y");
		expect(grant("/")).toBe("/");
		expect(grant("././src/.")).toBe("<workspace>/src");
	});

	it("is stable: canonical text stays what it is", () => {
		for (const text of ["<workspace>/src/**", "<own>", "/data", "<session>", "/**/.env"]) {
			expect(grant(text)).toBe(text);
			expect(deny(text)).toBe(text);
		}
	});

	it("[policy-5-deny-anywhere] a denial that begins with ** is meant anywhere on the disk, a grant only in the workspace", () => {
		expect(deny("**/.env")).toBe("/**/.env");
		expect(deny("**")).toBe("/**");
		expect(deny("./**/.env")).toBe("<workspace>/**/.env");
		expect(deny(".env")).toBe("<workspace>/.env");
		expect(grant("**/.env")).toBe("<workspace>/**/.env");
	});

	it.each([
		["", "empty"],
		["../other", "'..' leaves"],
		["..", "'..' leaves"],
		["src/../..", "'..' is not understood"],
		["/a/../b", "'..' is not understood"],
		["x/{a,..}/b", "'..' is not understood"],
		["a\0b", "NUL"],
		["~/x", "'~' is not expanded"],
		["$HOME/x", "variables are not expanded"],
		["a/${X}", "variables are not expanded"],
		["!src", "exception"],
		["file:///etc", "URL"],
		["x".repeat(4097), "4096 bytes"],
		["é".repeat(2049), "4096 bytes"],
		["a[b", "not closed"],
		["a{b", "not closed"],
		["a}b", "no '{'"],
		["a{b}", "two alternatives"],
		["a[]b", "no character"],
		["[^a]", "not understood"],
		["[[:alpha:]]", "not understood"],
		["[z-a]", "backwards"],
		["a**", "whole component"],
		["{*,a}*", "side by side"],
		["a?", "not a wildcard"],
		["{a,b/,c}/x", "empty"],
		["{./shared,src}/x", "different places"],
		["./{workspace,shared}", "different places"],
		["{/etc,src}", "different places"],
		["<own>/x", "nothing below"],
	])("[policy-1-path-problem] %j is a problem with a hint", (entry, part) => {
		expect(grant(entry)).toMatch(/^(?:bad-path|bad-glob|too-large): .*\(.+\)$/s);
		expect(grant(entry)).toContain(part);
	});

	it("[policy-2-bounded-braces] refuses braces that stand for too much", () => {
		expect(grant("{a,b}".repeat(20))).toContain("more than 256");
		expect(grant(`${"{".repeat(9)}a${",b}".repeat(9)}`)).toContain("nested");
	});

	it("takes a name with glob characters when they stand in brackets", () => {
		expect(grant("app/[[]slug]/page.tsx")).toBe("<workspace>/app/[[]slug]/page.tsx");
		expect(grant("a[$]HOME")).toBe("<workspace>/a[$]HOME");
	});
});

describe("the path in a tool rule", () => {
	it("[policy-2-rule-paths] has two slashes for the disk, and one is a problem that says both readings", () => {
		expect(canonicalRulePaths("//etc/**", "grant")).toEqual({ ok: true, texts: ["/etc/**"] });
		expect(canonicalRulePaths("./src/**", "grant")).toEqual({ ok: true, texts: ["<workspace>/src/**"] });
		expect(canonicalRulePaths("/etc", "grant")).toMatchObject({ ok: false, hint: "write //etc for the disk, or ./etc for the workspace" });
	});

	it("is written back so that it reads the same again", () => {
		for (const entry of [
			"<workspace>/src/**",
			"<workspace>/workspace",
			"<own>",
			"<claude>/x",
			"<session>",
			"<operator>/a",
			"/etc/**",
			"/**/.env",
		]) {
			expect(canonicalRulePaths(writtenRulePath(entry), "deny")).toEqual({ ok: true, texts: [entry] });
			expect(canonicalPathEntry(writtenPathEntry(entry), "deny")).toEqual({ ok: true, text: entry });
		}
	});
});
