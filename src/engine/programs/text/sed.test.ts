import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { sedBackups, sedScript } from "./sed.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-found-derived", "sed", sedBackups, "-i.json p .mcp x", ["write .mcp.json", "write x.json"]],
	["programs-found-derived", "sed", sedBackups, "-n -e p -i.b x", ["write x.b"]],
	["programs-found-derived", "sed", sedBackups, "-i p x", []],
];

const judge = (script: string) => sedScript([script]);
const kinds = (script: string) => judge(script).map((finding) => finding.kind);

describe("sed scripts that only print and edit", () => {
	const benign = [
		"",
		"p",
		"s/we/e/",
		"s/a/b/2g",
		"s/a/b/gI;s/c/d/p",
		"s#http://#https://#",
		"s|a\\|b|c|",
		"s,x,y,;p",
		"s/[/]/x/",
		"s/[^]/]*//g",
		"s/[[:alpha:]/]/X/g",
		"s/\\//w out/",
		"s/a/[/;s/b/]/",
		"s/a/\\\nb/p",
		"/^$/d",
		"1,5!d",
		"1~2p",
		"0,/re/p",
		"/a/I,/b/Mp",
		"/a/,+3p",
		"$!N;P;D",
		"\\,a/b,d",
		"/start/,/end/p",
		"/x/{s/a/b/;p;}",
		"/x/{p;b};d",
		":a;N;$!ba;s/\\n/ /g",
		"b end;p;:end",
		"y/abc/xyz/;p",
		"a hello; w out",
		"a\\\nw out",
		"i\\  text",
		"c\\\nfirst\\\nw second",
		"# w out\np",
		"l 20;=;F;z",
		"q5",
		"Q",
		"v 4.2",
		"s/a/b/w /dev/stdout",
		"w /dev/stderr",
		"r /dev/stdin",
		"s/a/b/ ; p",
		"n;d",
		"2{h;d};${G;p}",
		"s/e/w/;s/w/e/",
	];
	for (const script of benign) {
		it(`[programs-b-sed] ${JSON.stringify(script)} has no finding`, () => {
			expect(judge(script)).toEqual([]);
		});
	}
});

describe("sed scripts that write, read or run", () => {
	const attacks: readonly (readonly [string, string])[] = [
		["w out", "write"],
		["$w out", "write"],
		["1,3W log", "write"],
		["/x/w out", "write"],
		["\\,x,w out", "write"],
		["s/x/y/w /home/dev/.zshenv", "write"],
		["s/x/y/gpw out", "write"],
		["s/x/y/ w out", "write"],
		["p\nw out", "write"],
		["p;w out", "write"],
		["{p;w out\n}", "write"],
		["s/[/]w out/x/;w two", "write"],
		["a text\nw out", "write"],
		["a\\\ntext\nw out", "write"],
		["# comment\nw out", "write"],
		["y/a/b/;w out", "write"],
		[":a;w out", "write"],
		["ba;w out", "write"],
		["/x/{b};w out", "write"],
		["1!w out", "write"],
		["r .env", "read"],
		["R list", "read"],
		["e", "hazard"],
		["e id", "hazard"],
		["1e rm x", "hazard"],
		["s/.*/rm x/e", "hazard"],
		["s/.*/rm x/ge", "hazard"],
		["s/.*/rm x/ e", "hazard"],
		["s,.*,rm x,Ie", "hazard"],
		["/[/]/e id", "hazard"],
		["s/[/]/x/;e id", "hazard"],
		["i\\\ntext\ne id", "hazard"],
		["p;p;p;e id", "hazard"],
		["{e id\n}", "hazard"],
		["s/a\\/b/c/e", "hazard"],
	];
	for (const [script, kind] of attacks) {
		it(`[programs-b-sed] ${JSON.stringify(script)} is found (${kind})`, () => {
			expect(kinds(script)).toContain(kind);
		});
	}

	it("[programs-b-sed] the file of a write is named", () => {
		expect(judge("s/x/y/w out/a b.txt")).toEqual([{ kind: "write", path: "out/a b.txt" }]);
	});

	it("[programs-b-sed] both readings of a delimiter in brackets are judged: older seds end the expression there", () => {
		expect(kinds("s/[/a/;e id;s/]/x/")).toContain("hazard");
	});
});

describe("sed scripts that cannot be judged", () => {
	for (const script of [
		"s/a",
		"s/a/b",
		"s/a/b/k",
		"k",
		"p p",
		"/a",
		"1,p",
		"a",
		"r",
		"w",
		"y/a/b",
		"s\na\nb\n",
		"1,/x",
		"\\",
		"s/a/b/\u0001",
		"w a;p",
		"s[a[b[",
		"é",
	]) {
		it(`[programs-b-sed] ${JSON.stringify(script)} is asked`, () => {
			expect(kinds(script)).toContain("ask");
		});
	}

	it("[programs-b-sed] a script that is not static is asked", () => {
		expect(sedScript([null]).map((finding) => finding.kind)).toEqual(["ask"]);
	});

	it("[programs-b-sed] garbage never throws, and long scripts take linear time", () => {
		const alphabet = ["s", "/", "[", "]", "\\", "w", "e", "a", "{", "}", ";", "\n", "1", ",", "$", ":", " ", "[:", ":]"];
		let seed = 7;
		const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
		for (let round = 0; round < 3000; round++) {
			const script = Array.from({ length: round % 40 }, () => alphabet[next() % alphabet.length]).join("");
			expect(Array.isArray(judge(script))).toBe(true);
		}
		const start = performance.now();
		for (const piece of ["s/[", "[:", "a\\", "{", "s/a/b/;", "/x/,", "w x\n"]) judge(piece.repeat(20_000));
		expect(performance.now() - start).toBeLessThan(2000);
	});
});

describe("the backups of sed", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
