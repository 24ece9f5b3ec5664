import { describe, expect, it } from "vitest";
import { anyOperandChanges } from "./any-operand-changes.ts";
import { crontab } from "./crontab.ts";
import { csplit } from "./csplit.ts";
import { date } from "./date.ts";
import { dd } from "./dd.ts";
import { editor } from "./editor.ts";
import { gpg } from "./gpg.ts";
import { ANALYSERS } from "./index.ts";
import { ip } from "./ip.ts";
import { less } from "./less.ts";
import { ln } from "./ln.ts";
import { man } from "./man.ts";
import { mktemp } from "./mktemp.ts";
import { openssl } from "./openssl.ts";
import { patch } from "./patch.ts";
import { ps } from "./ps.ts";
import { service } from "./service.ts";
import { split } from "./split.ts";
import { summarize } from "./summarize.ts";
import { testCondition } from "./test-condition.ts";
import { tree } from "./tree.ts";
import { writesBelow } from "./writes-below.ts";
import { yq } from "./yq.ts";

const cases = [
	[dd, "making", "if=a of=b bs=1M", ["read a", "write b"]],
	[dd, "making", "if=a ?", ["read a", "ask"]],
	[date, "printing", "+%F", []],
	[date, "printing", "010100002020", ["changes 010100002020"]],
	[anyOperandChanges, "machine", "evil", ["changes evil"]],
	[anyOperandChanges, "machine", "?", ["ask"]],
	[split, "making", "f", ["write xaa"]],
	[split, "making", "f out/p", []],
	[csplit, "making", "f /x/", ["write xx00"]],
	[csplit, "making", "-f out/p f /x/", []],
	[mktemp, "making", "-u", []],
	[mktemp, "making", "-d", ["write /tmp/tmp.XXXXXXXXXX"]],
	[mktemp, "making", "-p out", ["write out/tmp.XXXXXXXXXX"]],
	[mktemp, "making", "--tmpdir=out a.XXX", ["write out/a.XXX"]],
	[mktemp, "making", "out/a.XXX", ["write out/a.XXX"]],
	[mktemp, "making", "-t a.XXX", ["write /tmp/a.XXX"]],
	[ln, "copying", "a b", ["write b", "write a"]],
	[ln, "copying", "-s /etc/passwd out/x", ["write out/x", "write /etc/passwd"]],
	[ln, "copying", "-s hooks .git/x", ["write .git/x", "write .git/x/hooks", "write .git/hooks"]],
	[ln, "copying", "-s ../a", ["write a", "write ./../a"]],
	[ln, "copying", "-st out a", ["write out", "write out/a"]],
	[ln, "copying", "? b", ["ask"]],
	[tree, "listing", "-L 2 src", ["read src"]],
	[tree, "listing", "-o x", ["write x", "read ."]],
	[tree, "listing", "-Lo 2 x src", ["write x", "read src"]],
	[tree, "listing", "-L2 -aR", ["changes -aR", "read ."]],
	[tree, "listing", "--infofile=x --sort name", ["read x", "read ."]],
	[tree, "listing", "-- -o", ["read -o"]],
	[tree, "listing", "?", ["ask"]],
	[ps, "machine", "aux", []],
	[ps, "machine", "-ef", []],
	[ps, "machine", "-C node", []],
	[ps, "machine", "auxe", ["ask"]],
	[less, "pagers", "+G +12 +/foo f", []],
	[less, "pagers", "+!id f", ["runs +!id"]],
	[less, "pagers", "-- +!id", []],
	[less, "pagers", "-N -x4 -j.5 f", []],
	[less, "pagers", "-Ix8olog f", ["write log"]],
	[less, "pagers", "-pfoo$olog f", ["write log"]],
	[less, "pagers", "-Nkkeys f", ["loads -Nkkeys"]],
	[editor, "editors", "--version", []],
	[editor, "editors", "+12 f", ["ask"]],
	[editor, "editors", "+!id f", ["runs +!id", "ask"]],
	[crontab, "system", "-l", []],
	[crontab, "system", "-u dev -l", []],
	[crontab, "system", "tab", ["changes tab"]],
	[gpg, "network", "--list-keys x", []],
	[gpg, "network", "-d f.gpg", []],
	[gpg, "network", "f.gpg", ["ask"]],
	[man, "pagers", "3 printf", []],
	[man, "pagers", "./x.1", ["loads ./x.1"]],
	[patch, "comparing", "-p1 -i x", ["ask"]],
	[patch, "comparing", "--dry-run -p1 -i x", ["ask"]],
	[patch, "comparing", "-b -z .json .mcp x", ["write .mcp.json"]],
	[patch, "comparing", "f x", []],
	[patch, "comparing", "-o out/x f x.patch", []],
	[ip, "network", "addr show", []],
	[ip, "network", "a", []],
	[ip, "network", "link set x up", ["changes set"]],
	[ip, "network", "netns exec x sh", ["changes exec"]],
	[service, "system", "nginx status", []],
	[service, "system", "nginx restart", ["changes restart"]],
	[openssl, "network", "x509 -in a.crt -noout", ["read a.crt"]],
	[openssl, "network", "enc -in a -out b -pass file:p", ["read a", "write b", "read p"]],
	[openssl, "network", "req -newkey rsa:2048", ["changes -newkey"]],
	[openssl, "network", "s_client -connect h.example:443", ["url h.example:443"]],
	[testCondition, "printing", "-f a ]", []],
	[testCondition, "printing", "-v name", []],
	[testCondition, "printing", "-v a[$(id)]", ["runs a[$(id)]"]],
	[yq, "jq", ".a f.yml", ["read f.yml"]],
	[yq, "jq", "-i .a=1 f.yml", ["write f.yml"]],
	[yq, "jq", "eval .a f.yml", ["read f.yml"]],
	[yq, "jq", "f.yml", ["read f.yml"]],
	[yq, "jq", ".env", ["read .env"]],
	[yq, "jq", "-n env(HOME)", ["ask"]],
	[yq, "jq", "load(.x) f.yml", ["ask", "read f.yml"]],
	[yq, "jq", "-s .a f.yml", ["changes -s", "read f.yml"]],
] as const;

describe("small analysers", () => {
	for (const [analyser, group, text, expected] of cases) {
		it(`[programs-b-${group}] ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarize(analyser(text.split(" ").map((word) => (word === "?" ? null : word))))).toEqual(expected);
		});
	}

	it("[programs-b-system] crontab without words takes what runs later from its input", () => {
		expect(summarize(crontab([]))).toEqual(["ask"]);
	});

	it("[programs-b-archives] unpacking into the working directory, above it or into a hidden one is asked", () => {
		for (const directory of [".", "./", "..", "out/../.git", ".claude", "/ws", "~/x", ""])
			expect(summarize(writesBelow(directory))).toContain("ask");
		for (const directory of ["out", "./out/x", "build/"]) expect(summarize(writesBelow(directory))).not.toContain("ask");
	});
});

describe("all analysers", () => {
	const WORDS = [
		"-x",
		"--",
		"-c",
		"a",
		"b=c",
		"-o",
		"x",
		"{}",
		";",
		"+",
		"-exec",
		":::",
		"@f",
		"h:p",
		"--file=x",
		"-",
		"",
		"s/a/b/",
		"(",
		'"',
		"\\",
		"\n",
		"+!id",
		null,
	];

	it("[programs-b-analysers] whatever the words are, an analyser answers with a list", () => {
		let seed = 5;
		const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) >> 8;
		for (const [name, analyser] of Object.entries(ANALYSERS)) {
			for (let round = 0; round < 200; round++) {
				const words = Array.from({ length: round % 9 }, () => WORDS[next() % WORDS.length] ?? null);
				expect(Array.isArray(analyser(words)), name).toBe(true);
			}
		}
	});

	it("[programs-b-analysers] long commands take linear time", () => {
		const start = performance.now();
		for (const analyser of Object.values(ANALYSERS)) {
			analyser(new Array(4000).fill("-x"));
			analyser(new Array(4000).fill("word"));
			analyser(["a".repeat(60_000)]);
		}
		expect(performance.now() - start).toBeLessThan(4000);
	});
});
