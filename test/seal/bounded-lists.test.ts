import { describe, expect, it } from "vitest";
import { attenuate } from "../../src/engine/attenuate/index.ts";
import { diffWrits } from "../../src/engine/diff/index.ts";
import type { Writ } from "../../src/engine/language/index.ts";
import { containsPathEntry, containsPaths } from "../../src/engine/paths/index.ts";
import { digestTerms } from "../../src/engine/seal/index.ts";
import { sealProfile } from "../../src/engine/stages.ts";
import { meetTerms } from "../../src/engine/terms/index.ts";

const many = (count: number, entry: (index: number) => string) => Array.from({ length: count }, (_, index) => entry(index));
const reading = (paths: readonly string[]) => ({ name: "sized", filesystem: { read_paths: paths } });
const allowing = (rules: readonly string[]) => ({ name: "sized", tools: { allowed: rules } });
const reaching = (hosts: readonly string[]) => ({ name: "sized", capabilities: { network_access: true }, network: { allow: hosts } });

function sealed(profile: object, agent = "boss"): Writ {
	const outcome = sealProfile(profile, { agent, root: "/ws" });
	if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join("\n"));
	return outcome.writ;
}

/** Seconds of this thread's own work: what other processes do meanwhile does not count. */
function seconds(work: () => void): number {
	const before = process.threadCpuUsage();
	work();
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1e6;
}

/** Patterns that together hold every name, which takes more states to see than anyone has time for when `far` is large. */
const together = (far: number) => [
	"./*~*",
	`./*a${"[!~]".repeat(far)}`,
	`./*[!a]${"[!~]".repeat(far)}`,
	...many(far, (index) => `./${"[!~]".repeat(index + 1)}`),
];

const SIZES: readonly (readonly [what: string, parent: object, child: object, accepted: boolean])[] = [
	[
		"5,000 plain paths below 5,000 others",
		reading(many(5_000, (i) => `./src/d${i}`)),
		reading(many(5_000, (i) => `./src/d${i}/a.ts`)),
		true,
	],
	["5,000 plain paths beside 5,000 others", reading(many(5_000, (i) => `./src/d${i}`)), reading(many(5_000, (i) => `./lib/d${i}`)), false],
	["5,000 plain paths below one tree", reading(["./src/**"]), reading(many(5_000, (i) => `./src/d${i}`)), true],
	["one tree above 5,000 plain paths", reading(many(5_000, (i) => `./src/d${i}`)), reading(["./src/**"]), false],
	["200 globs below 200 others", reading(many(200, (i) => `./src/**/*.e${i}`)), reading(many(200, (i) => `./src/a/**/x*.e${i}`)), true],
	["200 globs beside 200 others", reading(many(200, (i) => `./src/**/*.e${i}`)), reading(many(200, (i) => `./src/**/*.f${i}`)), false],
	[
		"5,000 alternatives in braces, in another order",
		reading(many(50, (i) => `./src/{${many(100, (j) => `a${i}x${j}`).join(",")}}`)),
		reading(many(50, (i) => `./src/{${many(100, (j) => `a${i}x${99 - j}`).join(",")}}`)),
		true,
	],
	["1,000 hosts below 1,000 suffixes", reaching(many(1_000, (i) => `*.h${i}.org`)), reaching(many(1_000, (i) => `a.h${i}.org`)), true],
	["1,000 hosts beside 1,000 suffixes", reaching(many(1_000, (i) => `*.h${i}.org`)), reaching(many(1_000, (i) => `a.i${i}.org`)), false],
	[
		"1,000 commands that begin as 1,000 others",
		allowing(many(1_000, (i) => `Bash(tool${i} run:*)`)),
		allowing(many(1_000, (i) => `Bash(tool${i} run it:*)`)),
		true,
	],
	[
		"1,000 commands beside 1,000 others",
		allowing(many(1_000, (i) => `Bash(tool${i} run:*)`)),
		allowing(many(1_000, (i) => `Bash(tool${i} stop:*)`)),
		false,
	],
	["2,000 tool names with stars", allowing(many(2_000, (i) => `mcp__s${i}__*`)), allowing(many(2_000, (i) => `mcp__s${i}__a*`)), true],
	[
		"names with twenty stars",
		reading(many(20, (i) => `./${"*a".repeat(20)}*b${i}`)),
		reading(many(20, (i) => `./${"*a".repeat(21)}*c${i}`)),
		false,
	],
	[
		"classes and stars at any depth",
		reading(many(20, (i) => `./**/${"*a".repeat(8)}*/**/${"*b".repeat(8)}*${i}`)),
		reading(many(20, (i) => `./**/${"*[ab]".repeat(12)}*${i}`)),
		false,
	],
	["twenty pairs of ** in a row", reading([`./${"**/*a/".repeat(20)}b`]), reading([`./${"x/".repeat(200)}${"**/*a/".repeat(20)}c`]), false],
];

describe("lists of any size", () => {
	it.each(SIZES)(
		"[bounded-lists-sizes] are compared within 4 s of work, rightly: %s",
		{ timeout: 60_000 },
		(_, parentProfile, childProfile, accepted) => {
			const parent = sealed(parentProfile);
			const child = sealed(childProfile, "child");
			const took = seconds(() => {
				expect(attenuate(parent, child).ok).toBe(accepted);
				const cut = attenuate(parent, child, { mode: "clamp" });
				expect(cut.ok && attenuate(parent, cut.writ).ok).toBe(true);
			});
			expect(took).toBeLessThan(4);
		},
	);

	it("[bounded-lists-plain-fast] 5,000 plain paths against 5,000 take less than 0.4 s of work", () => {
		const outer = many(5_000, (index) => `<workspace>/src/d${index}`);
		const inner = many(5_000, (index) => `<workspace>/src/d${index}/a.ts`);
		containsPaths(outer, inner);
		expect(seconds(() => expect(containsPaths(outer, inner)).toBe(true))).toBeLessThan(0.4);
	});

	it("[bounded-lists-diff] thousands of differences are told within 10 s of work, those without an example too", {
		timeout: 60_000,
	}, () => {
		const [before, after] = [sealed(reading(many(5_000, (i) => `./src/d${i}`))), sealed(reading(many(5_000, (i) => `./lib/d${i}`)))];
		const took = seconds(() => {
			const { allows, forbids } = diffWrits(before, after);
			expect([allows.length, forbids.length]).toEqual([5_000, 5_000]);
			expect(allows[0]?.witnesses).not.toEqual([]);
			expect(allows.at(-1)?.message).toContain("not tried: there are too many differences");
		});
		expect(took).toBeLessThan(10);
	});

	it.each([
		["patterns", many(3_000, (index) => `./src/*${index}.ts`), "filesystem.read_paths[2000]", "more than 2000 paths with '*'"],
		["patterns in braces", many(5_000, (index) => `./{a,b}${index}/*.ts`), "filesystem.read_paths[1000]", "more than 2000 paths with '*'"],
		["alternatives", many(5_000, (index) => `./{a,b,c,d}{a,b,c,d}{a,b,c,d}/${index}`), "filesystem.read_paths[625]", "more than 40000"],
	])("[bounded-lists-load] more %s than make sense are one problem, at the entry that is too much", (_, paths, path, says) => {
		const outcome = sealProfile(reading(paths), { agent: "boss", root: "/ws" });
		expect(outcome).toMatchObject({
			ok: false,
			problems: [{ code: "too-large", path, hint: expect.stringContaining("split the profile") }],
		});
		expect(!outcome.ok && outcome.problems[0]?.message).toContain(says);
		expect(!outcome.ok && outcome.problems.length).toBe(1);
	});
});

describe("lists that are too complex to compare", () => {
	const boss = sealed(reading([...together(24), "./other"]));
	const child = sealed(reading(["./*"]), "child");

	it("[bounded-lists-exact] are compared exactly as long as they are of a size that people write", () => {
		expect(attenuate(sealed(reading(together(4))), child).ok).toBe(true);
		const letters = many(26, (index) => `<workspace>/**/*${String.fromCharCode(97 + index)}.ts`);
		const parent = [...letters, "<workspace>/**/*[!a-z].ts", "<workspace>/**/.ts"];
		expect(containsPathEntry("<workspace>/**/*.ts", { parent })).toEqual({ contained: true });
	});

	it("[bounded-lists-refused] refuse the entry, say why and how to cure it", () => {
		const outcome = attenuate(boss, child);
		expect(outcome).toMatchObject({
			ok: false,
			escalations: [{ dimension: "filesystem.read_paths", requested: "./workspace/*", unproven: true }],
		});
		expect(!outcome.ok && outcome.escalations[0]?.message).toMatch(/too complex to compare; write it with fewer '\*'/);
	});

	it("[bounded-lists-refused] refuse a rule in the same way", () => {
		const rules = sealed(allowing(together(24).map((path) => `Read(${path})`)));
		const outcome = attenuate(rules, sealed(allowing(["Read(./*)"]), "child"));
		expect(outcome).toMatchObject({
			ok: false,
			escalations: [{ dimension: "tools.allowed", requested: "Read(./workspace/*)", unproven: true }],
		});
	});

	it("[bounded-lists-meet] are both kept when a wish is cut down, and what was cut down is accepted strictly and stays as it is", () => {
		const cut = attenuate(boss, child, { mode: "clamp" });
		if (!cut.ok) throw new Error("a clamp always succeeds");
		expect(cut.writ.terms.filesystem.read_paths).toHaveLength(2);
		const again = attenuate(boss, cut.writ);
		expect(again.ok && again.writ.digest).toBe(cut.writ.digest);
		const [one, other] = [boss.terms, child.terms];
		expect(digestTerms(meetTerms(one, other))).toBe(digestTerms(meetTerms(other, one)));
	});

	it("[bounded-lists-diff] are told as a difference that could not be compared", () => {
		const { allows, changes } = diffWrits(boss, child);
		expect([...allows, ...changes].map(({ message }) => message).join("\n")).toContain("too complex to compare");
	});
});
