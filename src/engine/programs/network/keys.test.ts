import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readGpg, readOpenssl } from "./keys.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-network", "gpg", readGpg, "--list-keys x", []],
	["programs-b-network", "gpg", readGpg, "-d f.gpg", []],
	["programs-b-network", "gpg", readGpg, "f.gpg", ["ask"]],
	["programs-b-network", "openssl", readOpenssl, "x509 -in a.crt -noout", ["read a.crt"]],
	["programs-b-network", "openssl", readOpenssl, "enc -in a -out b -pass file:p", ["read a", "write b", "read p"]],
	["programs-b-network", "openssl", readOpenssl, "req -newkey rsa:2048", ["changes -newkey"]],
	["programs-b-network", "openssl", readOpenssl, "s_client -connect h.example:443", ["url h.example:443"]],
];

describe("the words of gpg and openssl", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
