import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarize } from "../summarize.ts";
import { joinedShell, readEntr, readFlock, readScript } from "./launchers.ts";

const cases: readonly (readonly [string, string, Analyser, readonly (string | null)[], readonly string[]])[] = [
	["programs-b-launchers", "watch", joinedShell, ["-n", "5", "ls", ";", "rm", "x"], ["shell ls ; rm x"]],
	["programs-b-launchers", "watch", joinedShell, ["ls", null], ["ask"]],
	["programs-b-launchers", "entr", readEntr, ["-rs", "rm x"], ["shell rm x"]],
	["programs-b-launchers", "entr", readEntr, ["-r", "npm", "test"], []],
	["programs-b-launchers", "flock", readFlock, ["-w", "5", "lock", "ls"], ["write lock"]],
	["programs-b-launchers", "flock", readFlock, ["lock", "-c", "rm x"], ["write lock", "shell rm x"]],
	["programs-b-launchers", "flock", readFlock, ["9"], []],
	["programs-b-launchers", "script", readScript, ["-qc", "ls", "/dev/null"], []],
	["programs-b-launchers", "script", readScript, ["-c", "ls"], ["write typescript"]],
	["programs-b-launchers", "script", readScript, ["x"], ["runs"]],
];

describe("the words of programs that run others", () => {
	for (const [requirement, program, analyser, words, expected] of cases) {
		it(`[${requirement}] ${program} ${JSON.stringify(words)} gives ${JSON.stringify(expected)}`, () => {
			expect(summarize(analyser(words))).toEqual(expected);
		});
	}
});
