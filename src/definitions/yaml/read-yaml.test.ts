import { describe, expect, it } from "vitest";
import { readYaml } from "./read-yaml.ts";

const codes = (input: string | Uint8Array) => readYaml(input).faults.map(({ code, at }) => (at ? `${code} ${at[0]}:${at[1]}` : code));
const bytes = (...values: readonly number[]) => new Uint8Array(values);

describe("readYaml, a good document", () => {
	it("[def-positions] knows line and column of every value and every key", () => {
		const { document, faults } = readYaml("tools:\n  allowed:\n    - Read\n    - Bash(git log:*)\nresources: {max_turns: 3}\n");
		expect(faults).toEqual([]);
		expect(document?.value).toEqual({ tools: { allowed: ["Read", "Bash(git log:*)"] }, resources: { max_turns: 3 } });
		expect(document?.positions).toMatchObject({ "tools.allowed[0]": [3, 7], "tools.allowed[1]": [4, 7], "resources.max_turns": [5, 24] });
		expect(document?.keys).toMatchObject({ tools: [1, 1], "tools.allowed": [2, 3], "resources.max_turns": [5, 13] });
	});

	it("[def-yaml-core] is YAML 1.2: yes and 010 are what they look like, null is null", () => {
		expect(readYaml("a: yes\nb: 010\nc: null\nd: ~\ne: 0x10\nf: 1.0.0\ng:\n").document?.value).toEqual({
			a: "yes",
			b: 10,
			c: null,
			d: null,
			e: 16,
			f: "1.0.0",
			g: null,
		});
	});

	it("[def-bad-bom] a byte order mark in front changes nothing", () => {
		for (const input of ["\uFEFFa: 1", bytes(0xef, 0xbb, 0xbf, 0x61, 0x3a, 0x20, 0x31)]) {
			expect(readYaml(input)).toMatchObject({ document: { value: { a: 1 }, positions: { a: [1, 4] } }, faults: [] });
		}
	});

	it("[def-bad-anchors] an alias is what its anchor holds, at the place of the anchor", () => {
		const { document, faults } = readYaml("a: &x [1, 2]\nb: *x\n");
		expect(faults).toEqual([]);
		expect(document?.value).toEqual({ a: [1, 2], b: [1, 2] });
		expect(document?.positions["b[1]"]).toEqual([1, 11]);
	});

	it("counts lines that end with CR LF", () => {
		expect(readYaml("a: 1\r\nb: 2\r\n").document?.positions.b).toEqual([2, 4]);
	});
});

describe("readYaml, bad input is a clear fault with its place", () => {
	it("[def-bad-not-utf8] bytes that are not UTF-8, UTF-16, half a character", () => {
		for (const input of [bytes(0x61, 0x3a, 0x20, 0xc3, 0x28), bytes(0xff, 0xfe, 0x61, 0), "a: \ud800"])
			expect(codes(input)).toEqual(["not-text"]);
	});

	it("[def-bad-too-large] over 1 MB, counted in bytes", () => {
		expect(codes("#".repeat(1024 * 1024 + 1))).toEqual(["too-large"]);
		expect(codes("ä".repeat(600_000))).toEqual(["too-large"]);
		expect(codes(`a: ${"x".repeat(1_000_000)}`)).toEqual([]);
	});

	it("[def-bad-control-characters] control characters and those that reorder text, with their place", () => {
		expect(codes("a: 1\nb: \0")).toEqual(["control-character 2:4"]);
		expect(codes("a: Re\u202Ead")).toEqual(["control-character 1:6"]);
		expect(codes("a: 1\rb: 2")).toEqual(["control-character 1:5"]);
		expect(codes("a: x\uFEFFy")).toEqual(["control-character 1:5"]);
	});

	it("[def-bad-empty] an empty file, also one of comments or of a bare separator", () => {
		for (const input of ["", "# nothing\n", "---\n", "---\n...\n", "null\n"]) expect(codes(input)).toEqual(["empty-file 1:1"]);
	});

	it("[def-bad-duplicate-keys] a key that stands twice, and the same document's other faults", () => {
		expect(codes("a: 1\nb: {c: 1, c: 2}\na: 2\n")).toEqual(["duplicate-key 2:11", "duplicate-key 3:1"]);
	});

	it("[def-bad-keys] keys that are not text, merge keys, __proto__", () => {
		expect(codes("1: a\n? [x]\n: b\nnull: c\ntrue: d\n")).toEqual(["bad-key 1:1", "bad-key 2:3", "bad-key 4:1", "bad-key 5:1"]);
		expect(codes("a: &x {b: 1}\nc:\n  <<: *x\n")).toEqual(["bad-key 3:3"]);
		expect(codes("__proto__: {polluted: true}\n")).toEqual(["bad-key 1:1"]);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});

	it("[def-bad-tabs] a tab as indentation", () => {
		expect(codes("a:\n\tb: 1\n")).toEqual(["bad-yaml 2:1"]);
	});

	it("[def-bad-documents] a second document", () => {
		expect(codes("a: 1\n---\nb: 2\n")).toEqual(["bad-yaml 2:1"]);
	});

	it("[def-yaml-core] other versions, other tags", () => {
		expect(codes("%YAML 1.1\n---\na: yes\n")).toEqual(["bad-yaml 1:1"]);
		expect(codes("a: !!binary aGk=\nb: !python/object x\n")).toEqual(["bad-yaml 1:4", "bad-yaml 2:4"]);
	});

	it("[def-bad-anchors] an alias without anchor, an alias inside its own anchor", () => {
		expect(codes("a: *x\n")).toEqual(["bad-yaml 1:4"]);
		expect(codes("a: &x [1, *x]\n")).toEqual(["bad-yaml 1:11"]);
	});

	it("[def-bad-yaml] unfinished brackets and quotes, a bad escape", () => {
		for (const input of ["a: [1, 2", 'a: "x', "a: {b: 1", 'a: "\\q"', "a: b: c"]) expect(codes(input)[0]).toMatch(/^bad-yaml 1:/);
		expect(readYaml('a: "\\\\q \\x41 \\n"').document?.value).toEqual({ a: "\\q A \n" });
	});
});
