import { describe, expect, it } from "vitest";
import { summarize } from "../summarize.ts";
import { readShell } from "./shells.ts";

const cases: readonly (readonly [string, "bash" | "sh", readonly (string | null)[], readonly string[]])[] = [
	["programs-b-shells", "bash", ["-c", "ls"], ["shell ls"]],
	["programs-b-shells", "bash", ["-eu", "-c", "rm x", "a"], ["shell rm x"]],
	["programs-b-shells", "bash", ["-euo", "pipefail", "-c", "rm x"], ["shell rm x"]],
	["programs-b-shells", "sh", ["-o", "pipefail", "-c", "rm x"], ["unclear -o"]],
	["programs-b-shells", "bash", ["-ce", "rm x"], ["unclear -ce"]],
	["programs-b-shells", "bash", ["-c", "-e", "rm x"], ["unclear -e"]],
	["programs-b-shells", "bash", ["-c", "--", "rm x"], ["unclear --"]],
	["programs-b-shells", "bash", ["-c", null], ["unclear -c"]],
	["programs-b-shells", "bash", ["-O", "dotglob", "-c", "ls *"], ["unclear -O"]],
	["programs-b-shells", "bash", ["-lc", "ls"], ["unclear -lc"]],
	["programs-b-shells", "bash", ["-n", "x.sh"], []],
	["programs-b-shells", "bash", ["x.sh", "-c", "ls"], []],
];

describe("the words of shells", () => {
	for (const [requirement, shell, words, expected] of cases) {
		it(`[${requirement}] ${shell} ${JSON.stringify(words)} gives ${JSON.stringify(expected)}`, () => {
			expect(summarize(readShell(words, shell))).toEqual(expected);
		});
	}
});
