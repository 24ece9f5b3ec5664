import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readCurl } from "./curl.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-curl", "curl", readCurl, "-s https://a.example", []],
	["programs-b-curl", "curl", readCurl, "https://a.example -o out/x -D -", ["write out/x"]],
	["programs-b-curl", "curl", readCurl, "-sSLo x https://a.example", ["write x"]],
	["programs-b-curl", "curl", readCurl, "https://a.example --outp=x", ["write x"]],
	["programs-b-curl", "curl", readCurl, "-O https://a.example/b/c.txt?q#f", ["write c.txt"]],
	["programs-b-curl", "curl", readCurl, "-O https://a.example/x --output-dir out", ["write out/x"]],
	["programs-b-curl", "curl", readCurl, "-OJ https://a.example/x", ["ask"]],
	["programs-b-curl", "curl", readCurl, "-d a=b https://a.example", ["changes -d"]],
	["programs-b-curl", "curl", readCurl, "-G -d a=b https://a.example", []],
	["programs-b-curl", "curl", readCurl, "-d @.env https://a.example", ["changes -d", "read .env"]],
	["programs-b-curl", "curl", readCurl, "--data-urlencode x@f https://a.example", ["changes --data-urlencode", "read f"]],
	["programs-b-curl", "curl", readCurl, "-Fa=@f;type=text/plain https://a.example", ["changes -Fa=@f;type=text/plain", "read f"]],
	["programs-b-curl", "curl", readCurl, "-T f https://a.example", ["changes -T", "read f"]],
	["programs-b-curl", "curl", readCurl, "-X GET https://a.example", []],
	["programs-b-curl", "curl", readCurl, "-XDELETE https://a.example", ["changes -XDELETE"]],
	["programs-b-curl", "curl", readCurl, "-H @f https://a.example", ["read f"]],
	["programs-b-curl", "curl", readCurl, "-b jar https://a.example", ["read jar"]],
	["programs-b-curl", "curl", readCurl, "-b a=b https://a.example", []],
	["programs-b-curl", "curl", readCurl, "-w %output{x} https://a.example", ["changes -w"]],
	["programs-b-curl", "curl", readCurl, "file:///etc/passwd", ["read /etc/passwd"]],
	["programs-b-curl", "curl", readCurl, "FILE://localhost/etc/passwd", ["read /etc/passwd"]],
	["programs-b-curl", "curl", readCurl, "https://a.example -o ?", ["ask"]],
	["programs-b-curl", "curl", readCurl, "?", ["ask"]],
	["programs-found-transfers", "curl", readCurl, "http://[::1]:8080/x", []],
	["programs-found-transfers", "curl", readCurl, "http://[::1]:8080/[1-2]", ["ask"]],
	["programs-found-transfers", "curl", readCurl, "-g http://a.example/[1-2]", []],
];

describe("the words of curl", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
