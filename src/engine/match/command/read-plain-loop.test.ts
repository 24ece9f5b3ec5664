import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVERYTHING, policyOf, rules } from "../../../../test/decide/sample-policy.ts";
import type { CommandPolicy } from "./command-policy.ts";
import { judgeCommand } from "./judge-command.ts";
import { readPlainLoop } from "./read-plain-loop.ts";

const seen: string[] = [];
const NARROW = policyOf(rules("echo:*", "cat:*", "cp:*", "git log:*", "head:*", "aa:*"), (path, directory) =>
	seen.push(`${directory} ${path}`),
);
const POLICIES: readonly CommandPolicy[] = [
	NARROW,
	{ ...NARROW, allowed: [EVERYTHING] },
	{ ...NARROW, allowed: [EVERYTHING], disallowed: rules("git log:*") },
];

const values = "a b c1 2 - -n -rf aa if cd done eval PATH=x x=y /etc/passwd ../x a,b ^x % a:b ' \" $f ~ * {a,b} \\".split(" ");
const words = [...values, "echo", "cat", "cp", "git", "log", "head", "$f", '"$f"', '"x $f y"', "$fx", "${f}", "p$f", "$f.ts", "$g", "'$f'"];
const glue = [" ", " ", " ", " ", "; ", " && ", " || ", " | ", " > ", " 2>/dev/null ", ">", " & ", "  ", "\n", " # "];
const list = (items: readonly string[], between: readonly string[]) =>
	fc.array(fc.tuple(fc.constantFrom(...items), fc.constantFrom(...between)), { minLength: 1, maxLength: 7 }).map((pieces) =>
		pieces
			.flat()
			.slice(0, pieces.length * 2 - 1)
			.join(""),
	);
const name = fc.constantFrom("f", "f", "f", "f", "g", "PATH", "IFS", "f-g", "LD_PRELOAD");
const loop = fc
	.tuple(
		name,
		list(values, [" ", " ", "  "]),
		list(words, glue),
		fc.constantFrom("; ", ";", "\n", "; "),
		fc.constantFrom("", " ", "; echo $f"),
	)
	.map(([variable, over, body, gap, end]) => `for ${variable} in ${over}${gap}do echo ${body}${gap}done${end}`);
/** Mostly such that the reader takes it. */
const tame = fc
	.tuple(list("a b c1 2 -n /etc/passwd aa x=y git".split(" "), [" "]), list(["$f", '"$f"', '"x $f y"', "p$f", "a", "-n"], [" "]))
	.chain(([over, body]) =>
		fc.constantFrom("echo", "cat", "cp a", "git log", "rm", "$f", "aa | head").map((program) => [over, program, body]),
	)
	.map(([over, program, body]) => `for f in ${over}; do ${program} ${body}; done`);

function judged(text: string, policy: CommandPolicy, fast: boolean) {
	seen.length = 0;
	const judgement = judgeCommand(text, "/w", policy, { fast });
	return { judgement, seen: [...seen] };
}

describe("readPlainLoop", () => {
	it("[command-fast-path-equal] takes a loop over plain words, with every value in its place", () => {
		const rounds = readPlainLoop('for f in a b1; do cat "src/$f.ts" | head -n 2; echo "$f"; done')?.rounds;
		expect(rounds?.map(({ parts }) => parts.map(({ command }) => command.words.map(({ text }) => text)))).toEqual([
			[
				["cat", "src/a.ts"],
				["head", "-n", "2"],
				["echo", "a"],
			],
			[
				["cat", "src/b1.ts"],
				["head", "-n", "2"],
				["echo", "b1"],
			],
		]);
	});

	it("[command-fast-path-equal] leaves everything else to the parser", () => {
		for (const text of [
			"for f in a; do echo '$f'; done",
			"for f in a; do echo $fx; done",
			"for f in a; do echo $g; done",
			"for f in a; do echo ${f}; done",
			"for f in 2; do echo $f>x; done",
			"for f in a=b; do $f ls; done",
			"for f in eval; do $f ls; done",
			"for f in a; do x; done; for g in b; do y; done",
			"for f in *; do echo $f; done",
			"for f in $x; do echo $f; done",
			"for f in a; do echo $f & done",
			"for f in a; do echo \\$f; done",
			"for f in ; do echo $f; done",
			`for f in ${"a ".repeat(17)}; do echo $f; done`,
		])
			expect(readPlainLoop(text), text).toBeNull();
	});

	it("[command-fast-path-equal] changes nothing about any judgement, nor about which files are looked at", () => {
		let taken = 0;
		fc.assert(
			fc.property(fc.oneof(loop, tame), fc.constantFrom(...POLICIES), (text, policy) => {
				if (readPlainLoop(text) !== null) taken++;
				const own = judged(text, policy, true);
				const parsed = judged(text, policy, false);
				expect(own.judgement).toEqual(parsed.judgement);
				expect(new Set(own.seen)).toEqual(new Set(parsed.seen));
			}),
			{ numRuns: 4_000 },
		);
		expect(taken).toBeGreaterThan(500);
	});
});
