import fc from "fast-check";
import { parse } from "unbash";
import { describe, expect, it } from "vitest";
import { plainWord, quotedVariable } from "./plain-word.ts";

describe("plainWord", () => {
	it("[command-static-word] joins plain characters and quoted text", () => {
		expect(plainWord("src/a.ts")).toBe("src/a.ts");
		expect(plainWord("--grep='fix && x'")).toBe("--grep=fix && x");
		expect(plainWord(`a"b c"'d'e`)).toBe("ab cde");
		expect(plainWord("''")).toBe("");
	});
	it("[command-static-word] leaves whatever the shell would expand to a closer look", () => {
		for (const word of [
			"$x",
			'"$x"',
			"`x`",
			'"`x`"',
			"a*",
			"[a]",
			"~",
			"~/x",
			"{a,b}",
			"a\\ b",
			'"a\\"b"',
			"$'x'",
			"<(x)",
			"'open",
			'"open',
		])
			expect(plainWord(word), word).toBeNull();
	});
	it("[command-fast-path-equal] says what the parser says of every word that it takes", () => {
		const pieces = fc.array(fc.constantFrom("a", "-", "=", "/", "'x y'", '"p q"', "''", '""', "$x", "*", "\\n", "~", "{", "}", ",", "^"), {
			minLength: 1,
			maxLength: 6,
		});
		fc.assert(
			fc.property(pieces, (list) => {
				const text = list.join("");
				const plain = plainWord(text);
				if (plain === null) return;
				const node = parse(`cmd ${text}`).commands[0]?.command;
				const word = node?.type === "Command" ? node.suffix[0] : undefined;
				expect(word?.type === "Word" ? word.value : null).toBe(plain);
				expect(word?.type === "Word" ? (word.parts ?? []).map((part) => part.type) : []).not.toContain("Glob");
			}),
			{ numRuns: 2_000 },
		);
	});
	it("[command-static-word] knows a word that is one quoted variable and nothing else", () => {
		expect(quotedVariable('"$file"')).toBe("file");
		for (const word of ["$file", '"$"', '"$a$b"', '"${a}"', '"$1"', '"$a/b"', '"$a']) expect(quotedVariable(word), word).toBeNull();
	});
});
