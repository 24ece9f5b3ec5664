import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readSsh, remoteCopy } from "./ssh.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-ssh", "ssh", readSsh, "h.example", []],
	["programs-b-ssh", "ssh", readSsh, "-p 22 h.example", []],
	["programs-b-ssh", "ssh", readSsh, "h.example rm x", ["runs rm"]],
	["programs-b-ssh", "ssh", readSsh, "h.example -oProxyCommand=id", ["runs -oProxyCommand=id"]],
	["programs-b-ssh", "ssh", readSsh, "h.example -p 22 -F x ls", ["loads -F", "runs ls"]],
	["programs-b-ssh", "ssh", readSsh, "h.example -E log", ["write log"]],
	["programs-b-ssh", "ssh", readSsh, "?", ["ask"]],
	["programs-b-ssh", "scp", remoteCopy, "a out/b", ["tree a", "write out/b", "write out/b/a"]],
	["programs-b-ssh", "scp", remoteCopy, "a dev@h.example:b", ["tree a", "url h.example"]],
	["programs-b-ssh", "scp", remoteCopy, "h.example:a out/b", ["url h.example", "write out/b", "write out/b/a"]],
	["programs-b-ssh", "scp", remoteCopy, "./a:b c", ["tree ./a:b", "write c", "write c/a:b"]],
	["programs-b-ssh", "scp", remoteCopy, "h.example:x/.mcp.json .", ["url h.example", "write .", "write ./.mcp.json"]],
	["programs-b-ssh", "scp", remoteCopy, "h.example:x/* out", ["url h.example", "write out", "write out/*", "links out"]],
];

describe("the words of ssh and scp", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
