import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarize } from "../summarize.ts";
import { readParallel, readXargs } from "./xargs.ts";

const cases: readonly (readonly [string, string, Analyser, readonly (string | null)[], readonly string[]])[] = [
	["programs-b-launchers", "xargs", readXargs, ["-0", "grep", "x"], []],
	["programs-b-launchers", "xargs", readXargs, ["-I{}", "sh", "-c", "rm {}"], ["unclear -I"]],
	["programs-b-launchers", "xargs", readXargs, ["-I", "%", "cp", "%", "out"], ["unclear -I"]],
	["programs-b-launchers", "xargs", readXargs, ["-i", "echo", "{}"], ["unclear -i"]],
	["programs-b-launchers", "xargs", readXargs, ["--replace=X", "-n1", "X"], ["unclear -i"]],
	["programs-b-launchers", "parallel", readParallel, ["-j", "4", "wc", "-l", ":::", "a;b"], []],
	["programs-b-launchers", "parallel", readParallel, ["ls", ";", "rm", ":::", "a"], ["ask"]],
	["programs-b-launchers", "parallel", readParallel, ["rm {}", ":::", "a"], ["ask"]],
	["programs-b-launchers", "parallel", readParallel, [":::", "id"], ["ask"]],
	["programs-b-launchers", "parallel", readParallel, ["cat", "::::", "list"], ["ask"]],
];

describe("the words of xargs and parallel", () => {
	for (const [requirement, program, analyser, words, expected] of cases) {
		it(`[${requirement}] ${program} ${JSON.stringify(words)} gives ${JSON.stringify(expected)}`, () => {
			expect(summarize(analyser(words))).toEqual(expected);
		});
	}
});
