import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readDig, readIp, readSocat } from "./connections.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-network", "ip", readIp, "addr show", []],
	["programs-b-network", "ip", readIp, "a", []],
	["programs-b-network", "ip", readIp, "link set x up", ["changes set"]],
	["programs-b-network", "ip", readIp, "netns exec x sh", ["changes exec"]],
	["programs-b-network", "dig", readDig, "+short a.example mx @8.8.8.8", ["url a.example", "url 8.8.8.8"]],
	["programs-b-network", "socat", readSocat, "- TCP:h.example:1", ["url h.example:1"]],
	["programs-b-network", "socat", readSocat, "- EXEC:sh", ["runs EXEC:sh"]],
	["programs-b-network", "socat", readSocat, "TCP-LISTEN:1 FILE:x", ["runs TCP-LISTEN:1", "write x"]],
];

describe("the words of ip, dig and socat", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
