import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readRsync } from "./rsync.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-rsync", "rsync", readRsync, "-a src/ out/", ["tree src/", "write out/*", "links out/"]],
	["programs-b-rsync", "rsync", readRsync, "-an src/ out/", ["tree src/", "write out/*", "links out/"]],
	["programs-b-rsync", "rsync", readRsync, "-a src/ rsync://h.example/x", ["tree src/", "url rsync://h.example/x"]],
	["programs-b-rsync", "rsync", readRsync, "h::module out", ["url h", "write out", "write out/module"]],
	["programs-b-rsync", "rsync", readRsync, "x/.mcp.json ./", ["tree x/.mcp.json", "write ./*", "write .//.mcp.json"]],
	["programs-b-rsync", "rsync", readRsync, "-R .git/hooks/y x", ["tree .git/hooks/y", "write x", "write x/.git/hooks/y"]],
	["programs-b-rsync", "rsync", readRsync, "-a x/ .", ["tree x/", "write .", "write ./*", "links .", "ask"]],
	[
		"programs-b-rsync",
		"rsync",
		readRsync,
		"-b --suffix=.json x .mcp",
		["tree x", "write .mcp", "write .mcp/x", "write .mcp/x.json", "write .mcp.json"],
	],
	["programs-b-rsync", "rsync", readRsync, "--remove-source-files a out", ["write a", "write out", "write out/a"]],
	["programs-b-rsync", "rsync", readRsync, "?", ["ask"]],
];

describe("the words of rsync", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
