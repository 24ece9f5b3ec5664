import { describe, expect, it } from "vitest";
import type { Places } from "../language/index.ts";
import { compilePathSet, containsPathEntry, type PathUse } from "./index.ts";

const places: Places = {
	written: { workspace: "/ws", shared: "/box/shared", exports: "/box/exports" },
	real: { workspace: "/disk/ws", shared: "/box/shared", exports: "/box/exports" },
	relocated: { "<workspace>/link": "/elsewhere/real" },
	home: null,
};
const compile = (entries: readonly string[], use: PathUse = "grant") => compilePathSet(entries, places, "written", use);
const matches = (entry: string, path: string, use: PathUse = "grant") => compile([entry], use).match(path) !== null;

describe("a path list", () => {
	it("[policy-5-by-component] compares by component, never by text prefix", () => {
		expect(matches("/ws/src", "/ws/src")).toBe(true);
		expect(matches("/ws/src", "/ws/src/a.ts")).toBe(true);
		expect(matches("/ws/src", "/ws/srcx/a.ts")).toBe(false);
		expect(matches("/", "/")).toBe(true);
		expect(matches("/", "/a/b")).toBe(true);
	});

	it("[policy-2-globs] knows * within a component, ** across components, {a,b}, [a-z] and [!a]", () => {
		expect(matches("/ws/*.ts", "/ws/a.ts")).toBe(true);
		expect(matches("/ws/*.ts", "/ws/a/b.ts")).toBe(false);
		expect(matches("/ws/*", "/ws/.hidden")).toBe(true);
		expect(matches("/ws/**/x", "/ws/x")).toBe(true);
		expect(matches("/ws/**/x", "/ws/a/b/x")).toBe(true);
		expect(matches("/ws/**/x", "/ws/ax")).toBe(false);
		expect(matches("/ws/a/**", "/ws/a")).toBe(false);
		expect(matches("/ws/a/**", "/ws/a/b/c")).toBe(true);
		expect(matches("/ws/{a,b/{c,d}}/e", "/ws/b/d/e")).toBe(true);
		expect(matches("/ws/{a,b}", "/ws/a/x")).toBe(false);
		expect(matches("/ws/[a-c]x", "/ws/bx")).toBe(true);
		expect(matches("/ws/[!a-c]x", "/ws/bx")).toBe(false);
		expect(matches("/ws/[!a-c]x", "/ws/dx")).toBe(true);
		expect(matches("/ws[!a]x", "/ws/x")).toBe(false);
		expect(matches("/ws[+-9]x", "/ws/x")).toBe(false);
		expect(matches("/ws/*/**", "/ws/a/b")).toBe(true);
		expect(matches("/ws/*/**", "/ws/a")).toBe(false);
		expect(matches("/*", "/")).toBe(false);
		expect(matches("/**", "/")).toBe(false);
		expect(matches("/ws/a\\b.c+", "/ws/a\\b.c+")).toBe(true);
		expect(matches("/ws/🙂*", "/ws/🙂x")).toBe(true);
	});

	it("[policy-2-no-other-syntax] a name with glob characters in brackets is that name, and a tree", () => {
		expect(matches("/ws/[[]slug]", "/ws/[slug]/page.tsx")).toBe(true);
		expect(matches("/ws/[*]", "/ws/x")).toBe(false);
	});

	it("[policy-1-deny-covers-below] a denial covers everything below what it matches", () => {
		expect(matches("/**/.ssh", "/home/dev/.ssh/id_rsa", "deny")).toBe(true);
		expect(matches("/**/*.pem", "/a/k.pem", "deny")).toBe(true);
		expect(matches("/**/.env", "/ws/environment.md", "deny")).toBe(false);
		expect(matches("/**/.env", "/ws/x.env", "deny")).toBe(false);
		expect(matches("/**/.git/hooks/**", "/ws/.git/hooks/pre-commit", "deny")).toBe(true);
		expect(matches("/**/.git/hooks/**", "/ws/.git/hooks", "deny")).toBe(false);
		expect(matches("/ws/*/secret", "/ws/a/secret/x", "deny")).toBe(true);
		expect(matches("/ws/*/secret", "/ws/a/secretx", "deny")).toBe(false);
	});

	it("names the entry that matched", () => {
		expect(compile(["/a", "/ws/*.ts", "/ws/**/x/*.md"]).match("/ws/q/x/a.md")).toBe("/ws/**/x/*.md");
		expect(compile([]).match("/ws")).toBe(null);
	});

	it("finds a tree among many as among few", () => {
		const many = Array.from({ length: 40 }, (_, index) => `/t${index}/deep/dir`);
		const set = compile(["/data/**", ...many]);
		expect(set.match("/t39/deep/dir/x/y")).toBe("/t39/deep/dir");
		expect(set.match("/t39/deep/dirx")).toBe(null);
		expect(set.match("/data")).toBe(null);
		expect(set.match("/data/x")).toBe("/data/**");
		expect(compile(["/", ...many]).match("/anything")).toBe("/");
	});

	it("[design-5-named-places] fills places in, and a place that is nowhere grants nothing", () => {
		expect(matches("<workspace>/src", "/ws/src/a")).toBe(true);
		expect(matches("<own>", "/box/exports/a")).toBe(true);
		expect(matches("<own>", "/box/other")).toBe(false);
		expect(matches("<session>", "/ws")).toBe(false);
		expect(matches("<operator>/x", "/x")).toBe(false);
	});

	it("[policy-5-rule-links] at the real place uses the relocated entry", () => {
		const real = compilePathSet(["<workspace>/link", "<workspace>/src"], places, "real", "grant");
		expect(real.match("/elsewhere/real/x")).toBe("<workspace>/link");
		expect(real.match("/disk/ws/link")).toBe(null);
		expect(real.match("/disk/ws/src/a")).toBe("<workspace>/src");
	});

	it("text that is not canonical grants nothing and denies everything", () => {
		expect(matches("src/**", "/ws/src/a")).toBe(false);
		expect(matches("<nowhere>/x", "/x")).toBe(false);
		expect(matches("/a[", "/b", "deny")).toBe(true);
	});

	it("a root that ends in a slash, or is the root itself, is not a trap", () => {
		const rooted: Places = { ...places, written: { workspace: "/", shared: "/s/" } };
		const set = compilePathSet(["<workspace>/src", "<shared>"], rooted, "written", "grant");
		expect(set.match("/src/a")).toBe("<workspace>/src");
		expect(set.match("/s/a")).toBe("<shared>");
		expect(set.match("/sx")).toBe(null);
		expect(compilePathSet(["<workspace>"], rooted, "written", "grant").match("/any")).toBe("<workspace>");
	});

	it("takes thousands of entries, however much they share", () => {
		const many = Array.from({ length: 3000 }, (_, index) => `/**/${"a".repeat(index % 200)}${index}*.key`);
		const set = compile([...many, "/**/last*"], "deny");
		expect(set.match("/x/aaa1003z.key")).toBe("/**/aaa1003*.key");
		expect(set.match("/x/lastly")).toBe("/**/last*");
		expect(set.match("/x/none")).toBe(null);
	});

	it("[policy-11-no-slow-globs] takes no long time over a hostile glob", () => {
		const stars = `/ws/${"a*".repeat(200)}b`;
		const deep = `/${"**/a/".repeat(100)}b`;
		const started = performance.now();
		expect(compile([stars, deep], "deny").match(`/ws/${"a".repeat(3000)}`)).toBe(null);
		expect(compile([stars, deep], "deny").match(`/ws${"/a".repeat(1500)}`)).toBe(null);
		expect(compile([stars], "deny").match(`/ws/${"a".repeat(3000)}b`)).toBe(stars);
		expect(performance.now() - started).toBeLessThan(1000);
	});
});

describe("what lies below a directory", () => {
	const below = (entry: string, directory: string, anywhere?: boolean) => compile([entry], "deny").below(directory, anywhere) !== null;

	it("[policy-5-parent-of-protected] sees entries by name and by glob", () => {
		expect(below("/ws/.git/hooks", "/ws/.git")).toBe(true);
		expect(below("/ws/.git/hooks", "/ws")).toBe(true);
		expect(below("/ws/.git", "/ws/.git")).toBe(false);
		expect(below("/ws/.git", "/ws/.gitx")).toBe(false);
		expect(below("/ws/*/secret", "/ws/a")).toBe(true);
		expect(below("/ws/a*/secret", "/ws/b")).toBe(false);
		expect(below("/ws/a/**", "/ws/a")).toBe(true);
		expect(below("/ws/a/**", "/ws/a/b")).toBe(true);
		expect(below("/x/y/*.pem", "/")).toBe(true);
		expect(below("/x", "/")).toBe(true);
	});

	it("counts what floats only where the workspace is, unless asked for anywhere", () => {
		expect(below("/**/.env", "/ws")).toBe(true);
		expect(below("/**/.env", "/")).toBe(true);
		expect(below("/**/.env", "/ws/src")).toBe(false);
		expect(below("/**/.env", "/ws/src", true)).toBe(true);
		expect(below("<workspace>/src/**/.env", "/ws/src")).toBe(true);
	});
});

describe("a shell glob", () => {
	const secrets = compile(["/**/.env", "/**/.env.*", "/home/dev/.ssh/**", "/**/*.pem"], "deny");

	it("does not find hidden names behind a leading wildcard, also in the middle of a path", () => {
		const keys = compile(["/home/dev/.ssh/**"], "deny");
		expect(keys.couldMatchGlob("/home/dev/*/id_rsa")).toBe(null);
		expect(keys.couldMatchGlob("/home/dev/.*/id_rsa")).toBe("/home/dev/.ssh/**");
	});

	it.each([
		["/ws/.e*", true],
		["/ws/.en?", true],
		["/ws/.[de]nv", true],
		["/ws/.[[:alpha:]]nv", true],
		["/ws/*", true],
		["/ws/src/*.ts", false],
		["/ws/*env", false],
		["/ws/?env", false],
		["/home/dev/.ssh/*", true],
		// A directory `x.pem` would be blocked with all it holds.
		["/home/dev/*/id_rsa", true],
		["/home/*/.ssh/id_rsa", true],
		["/ws/\\*.txt", false],
		["/ws/.env/deep/*", true],
		["/ws/docs/*.md", false],
	])("[policy-4-globs-count] %s could match a blocked path: %s", (glob, could) => {
		expect(secrets.couldMatchGlob(glob) !== null).toBe(could);
	});
});

describe("one path entry inside others", () => {
	const inside = (entry: string, ...parent: readonly string[]) => containsPathEntry(entry, { parent }).contained;

	it("[policy-7-contains-exact] is decided exactly for globs", () => {
		expect(inside("/ws/src/**", "/ws")).toBe(true);
		expect(inside("/ws", "/ws/**")).toBe(false);
		expect(inside("/ws/src/*.ts", "/ws/src/**")).toBe(true);
		expect(inside("/ws/src/**/*.ts", "/ws/**/*.ts")).toBe(true);
		expect(inside("/ws/**/*.ts", "/ws/src/**/*.ts")).toBe(false);
		expect(inside("/ws/{a,b}/**", "/ws/a", "/ws/b")).toBe(true);
		expect(inside("/ws/[a-c]", "/ws/a", "/ws/b", "/ws/c")).toBe(true);
		expect(inside("/ws/**", "/ws/*", "/ws/*/**")).toBe(true);
		expect(inside("/ws/*", "/ws/[!a]*")).toBe(false);
	});

	it("[design-5-compare-by-name] compares named places by name", () => {
		expect(inside("<workspace>/src", "<workspace>")).toBe(true);
		expect(inside("<workspace>", "<own>")).toBe(true);
		expect(inside("<session>", "<own>")).toBe(false);
		expect(inside("<own>", "<workspace>", "<shared>", "<exports>", "<claude>")).toBe(false);
		expect(inside("<own>", "<own>")).toBe(true);
		expect(inside("<workspace>", "/ws")).toBe(false);
		expect(inside("<workspace>", "/")).toBe(true);
	});

	it("compares absolute entries with named ones by the places of both agents", () => {
		const scope = { parentPlaces: places, childPlaces: { ...places, real: { workspace: "/disk/ws/part" } } };
		const held = (entry: string, parent: string) => containsPathEntry(entry, { parent: [parent], scope }).contained;
		expect(held("/disk/ws/src", "<workspace>")).toBe(true);
		expect(held("<workspace>/x", "/disk/ws")).toBe(true);
		expect(held("/disk/other", "<workspace>")).toBe(false);
	});

	it("gives an example of what is not held", () => {
		expect(containsPathEntry("/etc", { parent: ["/ws"] })).toEqual({ contained: false, example: "/etc" });
		expect(containsPathEntry("/ws/*", { parent: ["/ws/[!a]*"] })).toEqual({ contained: false, example: "/ws/a" });
	});
});
