import fc from "fast-check";
import type { Places } from "../../src/engine/language/index.ts";
import { canonicalPathEntry } from "../../src/engine/paths/index.ts";
import { allowedText, parseRule, patternLookup } from "../../src/engine/tool-rules/index.ts";

/** Places that do not touch each other nor the absolute entries below, so that comparing by name is exact. */
export const LAW_PLACES: Places = {
	written: {
		workspace: "/ws",
		shared: "/box/shared",
		exports: "/box/exports",
		claude: "/box/claude",
		own: "/box/own",
		session: "/session",
	},
	real: { workspace: "/ws", shared: "/box/shared", exports: "/box/exports", claude: "/box/claude", own: "/box/own", session: "/session" },
	relocated: {},
	home: null,
};

const NAMES = ["a", "b", "ab", "ba", "src", ".env"] as const;
const COMPONENTS = [...NAMES, "*", "a*", "*b", "*a*", "**", "{a,b}", "{a,src/b}", "[a-b]", "[!a]", "[!a]*", "a[ab]"] as const;

/** Canonical path entries from a small stock of names, so that they often meet. */
export const pathEntry: fc.Arbitrary<string> = fc
	.tuple(
		fc.constantFrom("<workspace>", "<workspace>", "<workspace>", "<shared>", "<own>", "<session>", "/data", "/data", "/"),
		fc.array(fc.constantFrom(...COMPONENTS), { maxLength: 3 }),
	)
	.map(([place, components]) => (place === "/" ? `/${components.join("/")}` : [place, ...components].join("/")))
	.filter((entry) => canonicalPathEntry(entry, "grant").ok);

/** Denied entries: some of them anywhere on the disk. */
export const deniedEntry: fc.Arbitrary<string> = fc.oneof(
	pathEntry,
	fc.constantFrom("/**/.env", "/**/a", "/**/*b", "/**/src/**", "/**/[!a]"),
);

/** Absolute paths that the entries may match. */
export const samplePath: fc.Arbitrary<string> = fc
	.tuple(
		fc.constantFrom("/ws", "/ws", "/ws", "/box/shared", "/box/exports", "/box/own", "/session", "/data", "/data", ""),
		fc.array(fc.constantFrom(...NAMES, "c"), { maxLength: 4 }),
	)
	.map(([root, names]) => (root === "" && names.length === 0 ? "/" : [root, ...names].join("/")));

/** An entry such as `<workspace>/a` at its place on the disk (of `<own>`, one of them). */
export function onDisk(entry: string): string {
	return entry.replace(/^<([a-z]+)>/, (whole, place: keyof typeof LAW_PLACES.real) => LAW_PLACES.real[place] ?? whole);
}

/** Rules of every kind of pattern. */
export const rule: fc.Arbitrary<string> = fc
	.oneof(
		fc.constantFrom("*", "Read", "Write", "Re*", "*d", "W*", "Bash", "WebFetch", "Task", "nexus_send", "nexus_*", "New", "New*", "N*w"),
		fc.constantFrom("mcp__git", "mcp__git__log", "mcp__g*__log", "mcp__*", "mcp__*__l*", "mcp__writ__nexus_send", "mcp__writ"),
		fc.constantFrom("Bash(git:*)", "Bash(git status:*)", "Bash(git status)", "Bash(npm test)", "Bash(npm:*)", "Bash(ls:*)", "Bash(cat:*)"),
		fc.constantFrom(
			...["Bash(git * main)", "Bash(git status *)", "Bash(npm run test*)", "Bash(npm run *)", "Bash(cat *.md)", "Bash(* --version)"],
			...["Bash(NODE_ENV=x npm test)", "Bash(CI=1 git status:*)", "Bash(./scripts/*)", "Bash(g* status)", "Bash(git -C * log *)"],
		),
		fc.constantFrom("Skill(x)", "Skill(x:*)", "Skill", "PowerShell(x)", "Agent(x)", "Read(*)", "Read(~/a)"),
		fc.constantFrom("WebFetch(domain:*)", "WebFetch(domain:*.b)", "WebFetch(domain:a.b)", "WebFetch(domain:a.b:443)"),
		fc.constantFrom("Task(profile:x)", "Task(profile:y)", "nexus_send(target:one)", "nexus_send(target:two)"),
		fc
			.tuple(fc.constantFrom("Read", "Write"), fc.constantFrom("./**", "./a", "./a/*", "./{a,b}/**", "//data/**", "./**/.env"))
			.map(([name, path]) => `${name}(${path})`),
	)
	.filter((text) => parseRule(text, patternLookup()).ok);

/** Rules that allow: some of them only inside a sandbox. */
export const allowingRule: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: rule },
	{ weight: 1, arbitrary: rule.map((text) => allowedText({ rule: text, when: "confined" })) },
);

/** Names of tools that the rules may match. */
export const sampleTool: fc.Arbitrary<string> = fc.constantFrom(
	...["Read", "Write", "Edit", "Bash", "WebFetch", "WebSearch", "Task", "nexus_send", "mcp__writ__nexus_send", "New", "Newer", "Nw"],
	...["mcp__git__log", "mcp__git__push", "mcp__gx__log", "mcp__x__y"],
);

/** Host entries and hosts from a few labels. */
export const hostEntry: fc.Arbitrary<string> = fc.constantFrom(
	"*",
	"*:443",
	"*.b",
	"*.a.b",
	"a.b",
	"a.b:443",
	"c.a.b",
	"c.a.b:80",
	"127.0.0.1",
	"127.0.0.1:80",
	"[::1]",
);
export const sampleHost: fc.Arbitrary<readonly [string, number]> = fc.tuple(
	fc.constantFrom("b", "a.b", "c.a.b", "x.c.a.b", "xa.b", "127.0.0.1", "2130706433", "::1", "localhost"),
	fc.constantFrom(80, 443, 8080),
);

/** Event patterns and events. */
export const eventEntry: fc.Arbitrary<string> = fc.constantFrom(
	"*",
	"agent:*",
	"agent:spawn",
	"agent:s*",
	"system:health",
	"s*:health",
	"*:list",
);
export const sampleEvent: fc.Arbitrary<string> = fc.constantFrom(
	"agent:spawn",
	"agent:send",
	"agent:list",
	"system:health",
	"system:list",
	"state:health",
);

/** A sorted set of distinct entries. */
export function anyOf(entry: fc.Arbitrary<string>, maxLength = 3): fc.Arbitrary<readonly string[]> {
	return fc.uniqueArray(entry, { maxLength }).map((entries) => [...entries].sort());
}

/** A conjunction of sets. */
export function allOf(entry: fc.Arbitrary<string>, { minLength = 0, maxLength = 2 } = {}): fc.Arbitrary<readonly (readonly string[])[]> {
	return fc.array(anyOf(entry), { minLength, maxLength });
}
