import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { jqFilter, readYq } from "./jq.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-jq", "yq", readYq, ".a f.yml", ["read f.yml"]],
	["programs-b-jq", "yq", readYq, "-i .a=1 f.yml", ["write f.yml"]],
	["programs-b-jq", "yq", readYq, "eval .a f.yml", ["read f.yml"]],
	["programs-b-jq", "yq", readYq, "f.yml", ["read f.yml"]],
	["programs-b-jq", "yq", readYq, ".env", ["read .env"]],
	["programs-b-jq", "yq", readYq, "-n env(HOME)", ["ask"]],
	["programs-b-jq", "yq", readYq, "load(.x) f.yml", ["ask", "read f.yml"]],
	["programs-b-jq", "yq", readYq, "-s .a f.yml", ["changes -s", "read f.yml"]],
];

const kinds = (filter: string) => jqFilter([filter]).map((finding) => finding.kind);

describe("jq filters that only look at their input", () => {
	const benign = [
		".",
		".dependencies | keys[]",
		".scripts.test",
		".env",
		'."env"',
		'.["env"]',
		"{env: .x}",
		"{env}",
		"{a: 1, env}",
		"{name, env, x: .y}",
		'.[] | select(.env == "prod") | .name',
		'"the env is \\(.env)"',
		'"include"',
		".include",
		"{include: 1, import: 2}",
		"# env\n.a",
		"input_filename",
		"[inputs]",
		'@sh "echo \\(.a)"',
		"@base64d",
		"reduce .[] as $x (0; . + $x)",
		"if .a then .b else .c end",
		'.a // "x" | ascii_downcase',
		'to_entries | map("\\(.key)=\\(.value)") | .[]',
		"$ARGS.named",
		"def f(x): x + 1; f(2)",
		".a.b.c[0:2]",
		'.[] | "\\("nested \\(.x)")"',
		". as {env: $e} | $e",
		"environment",
		"$environment",
	];
	for (const filter of benign) {
		it(`[programs-b-jq] ${JSON.stringify(filter)} has no finding`, () => {
			expect(jqFilter([filter])).toEqual([]);
		});
	}
});

describe("jq filters that reach further", () => {
	const attacks: readonly (readonly [string, string])[] = [
		["env", "ask"],
		["env.PATH", "ask"],
		["$ENV", "ask"],
		["$ENV.HOME", "ask"],
		["{$ENV}", "ask"],
		["{a: env}", "ask"],
		["{(env | keys[0]): 1}", "ask"],
		['"\\(env)"', "ask"],
		['"a \\("b \\($ENV.X)")"', "ask"],
		["[.a, env]", "ask"],
		["[env:2]", "ask"],
		["# x\nenv", "ask"],
		['"#" | env', "ask"],
		["{env: env}", "ask"],
		['import "a" as a; .', "hazard"],
		['include "x"; .', "hazard"],
		['"a" | modulemeta', "hazard"],
		['"a', "ask"],
		["(.a", "ask"],
		[".a)", "ask"],
		['"\\(.a"', "ask"],
		['# x\\\n" | env', "ask"],
	];
	for (const [filter, kind] of attacks) {
		it(`[programs-b-jq] ${JSON.stringify(filter)} is found (${kind})`, () => {
			expect(kinds(filter)).toContain(kind);
		});
	}

	it("[programs-b-jq] garbage never throws, and long filters take linear time", () => {
		const alphabet = ["env", '"', "\\(", ")", "{", "}", ".", "$ENV", ":", ",", "#", "\n", " ", "[", "]", "|"];
		let seed = 3;
		const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
		for (let round = 0; round < 3000; round++) {
			const filter = Array.from({ length: round % 30 }, () => alphabet[next() % alphabet.length]).join("");
			expect(Array.isArray(jqFilter([filter]))).toBe(true);
		}
		const start = performance.now();
		for (const piece of ['"\\(', "{", "(", "#", ". ", "env "]) jqFilter([piece.repeat(20_000)]);
		expect(performance.now() - start).toBeLessThan(2000);
	});
});

describe("the words of yq", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
