import { describe, expect, it } from "vitest";
import { awkProgram } from "./awk.ts";

const judge = (program: string) => awkProgram([program]);
const kinds = (program: string) => judge(program).map((finding) => finding.kind);

describe("awk programs that only compute and print", () => {
	const benign = [
		"1",
		"{print}",
		"{print $1}",
		"NR>1 {s+=$3} END {print s}",
		"length > 80",
		"!seen[$0]++",
		"NR==FNR{a[$1];next} $1 in a",
		'BEGIN{OFS="|"} {print $1,$2}',
		"{print ($1 > $2)}",
		"{print ($1 > $2) ? 1 : 0}",
		"$3 > 10 && $4 < 5 || /re/ {n++}",
		'/a|b/ {print "x | y > z"}',
		"{ x = a / b / c; print x }",
		"{ print $1 / $2 }",
		'$0 ~ /system\\("/ {print}',
		'/"/ {print "quote"}',
		'{ gsub(/"/, ""); print }',
		'{ print "system(\\"id\\")" }',
		"# system(x) | getline\n{print}",
		"function f(a, b) { return a > b }\n{ if (f($1, $2)) print }",
		'{ printf("%s\\n", $1) }',
		'{ printf "%d %s\\n", $1, ($2 > 3) }',
		'{ print > "/dev/stderr" }',
		'{ print "a" > "/dev/null" }',
		"{ while ((getline line) > 0) n++ }",
		"{ getline; print }",
		"{ if ($1 > max) max = $1 } END { print max }",
		"BEGIN { for (i = 0; i < 10; i++) print i }",
		"{ a[$1 > 3]++ }",
		"{ print a[$1 > 3] }",
		"END { print NR / 2 }",
		"FILENAME == ARGV[1] { n++ }",
		"{ print $1,\n\n $2 }",
		'{ sub(/\\/$/, ""); print }',
		"/[[:space:]]+/ { print toupper($0) }",
		'BEGIN { FS = ":" } $3 >= 1000 { print $1 }',
		"{ $1 = $1 } 1",
		"$1 ~ /^[0-9]+$/",
		"{ print length($0) / 2 }",
		"/a/,/b/",
		"{ n = split($0, parts, /,/); print parts[n] }",
		'BEGIN { printf "%s", strftime() }',
		'{ close("x"); fflush() }',
		'{ if (1) { print "a" } else { print "b" } }',
		"{ print -1 " + "}",
	];
	for (const program of benign) {
		it(`[programs-b-awk] ${JSON.stringify(program)} has no finding`, () => {
			expect(judge(program)).toEqual([]);
		});
	}
});

describe("awk programs that run, write, read or load", () => {
	const attacks: readonly (readonly [string, string])[] = [
		['BEGIN{system("id")}', "hazard"],
		['BEGIN { system ("id") }', "hazard"],
		['BEGIN{"id"|getline x}', "hazard"],
		['BEGIN{"id" | getline}', "hazard"],
		['{print | "sh"}', "hazard"],
		['{print $0 |"sh"}', "hazard"],
		['{printf "%s", $0 | "sh"}', "hazard"],
		['{ print |& "sh" }', "hazard"],
		['BEGIN { c = "id"; c | getline x }', "hazard"],
		['BEGIN { f = "system"; @f("id") }', "hazard"],
		['@load "filefuncs"', "hazard"],
		['@include "evil"', "hazard"],
		['BEGIN { extension("./x.so", "f") }', "hazard"],
		['/a/ { x = 1 / 2 } { system("id") }', "hazard"],
		['{ print "a" } # x\n{ system("id") }', "hazard"],
		['{ x = "a\\"b" } { system("id") }', "hazard"],
		['{ y = x++ / 2 } { system("id") }', "hazard"],
		['{print > "out"}', "write"],
		['{print >> "out"}', "write"],
		['{print>"out"}', "write"],
		['{printf("%s", $1) > "out"}', "write"],
		['{print $1, $2 > "out"}', "write"],
		['{print ($1 > 2) > "out"}', "write"],
		['{ print $1,\n $2 > "out" }', "write"],
		['{ print $1,\n\n $2 > "out" }', "write"],
		['{ print $1 > \\\n "out" }', "write"],
		['{ while ((getline line < "/etc/passwd") > 0) print line }', "read"],
		['BEGIN { getline < ".env"; print }', "read"],
		['BEGIN { getline x < ".env" }', "read"],
		["{print > $1}", "ask"],
		['{print > $1 ".txt"}', "ask"],
		['{print > "a" "b"}', "ask"],
		["{ print > FILENAME }", "ask"],
		["BEGIN { getline x < ARGV[1] }", "ask"],
		['BEGIN { getline x < "a" "b" }', "ask"],
		['BEGIN { print ENVIRON["HOME"] }', "ask"],
		["BEGIN { for (k in ENVIRON) print k }", "ask"],
		['BEGIN { print SYMTAB["ENVIRON"]["X"] }', "ask"],
		['BEGIN { ARGV[1] = ".env"; ARGC = 2 } 1', "ask"],
		['BEGIN { x == ARGV[1] = ".env" } 1', "ask"],
		['{ print > "out\\x41" }', "ask"],
		['if (1) /"/; system("id"); /"/', "ask"],
		['{ if (1) /"/; system("id"); /"/ }', "ask"],
		['{ while (x) /"/ }', "ask"],
		['{ x = $/"/ }', "ask"],
		["{ print > }", "ask"],
		['{ x = length /"/ ""; system("id"); y = /"/ }', "ask"],
	];
	for (const [program, kind] of attacks) {
		it(`[programs-b-awk] ${JSON.stringify(program)} is found (${kind})`, () => {
			expect(kinds(program)).toContain(kind);
		});
	}

	it("[programs-b-awk] the file of a write is named", () => {
		expect(judge('{print > "out/a.txt"}')).toEqual([{ kind: "write", path: "out/a.txt" }]);
	});

	it("[programs-b-awk] a slash in brackets, where awks differ, is asked", () => {
		expect(kinds('/[/]/ { x = "]/" }')).toContain("ask");
	});
});

describe("awk programs that cannot be judged", () => {
	for (const program of [
		'{print "a',
		"{print",
		"}",
		"{ a = `id` }",
		"{ x = 'a' }",
		"/a",
		"{ print (1 }",
		'{ print "a\nb" }',
		"{ a & b }",
		"{ x = é }",
	]) {
		it(`[programs-b-awk] ${JSON.stringify(program)} is asked`, () => {
			expect(kinds(program)).toContain("ask");
		});
	}

	it("[programs-b-awk] a program that is not static is asked", () => {
		expect(awkProgram([null]).map((finding) => finding.kind)).toEqual(["ask"]);
	});

	it("[programs-b-awk] garbage never throws, and long programs take linear time", () => {
		const alphabet = [
			"print",
			">",
			"|",
			"/",
			'"',
			"(",
			")",
			"[",
			"]",
			"{",
			"}",
			";",
			"\n",
			"getline",
			"<",
			"x",
			" ",
			"1",
			"++",
			"\\",
			"#",
			"if",
		];
		let seed = 11;
		const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
		for (let round = 0; round < 3000; round++) {
			const program = Array.from({ length: round % 40 }, () => alphabet[next() % alphabet.length]).join(" ");
			expect(Array.isArray(judge(program))).toBe(true);
		}
		const start = performance.now();
		for (const piece of ["/[a]", "getline ", "print ", "(", "{", "[:", "x/", '"a"', "#\n", "1 > "]) judge(piece.repeat(10_000));
		expect(performance.now() - start).toBeLessThan(2000);
	});
});
