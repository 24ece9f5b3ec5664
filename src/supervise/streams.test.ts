import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ptyWords } from "./streams.ts";

describe("ptyWords", () => {
	it.runIf(existsSync("/usr/bin/script"))("[sandbox-11-terminal] keeps each word of the command a word, whatever it holds", () => {
		const command = ["printf", "%s|", "two words", "it's", "$HOME", "`id`", "", "new\nline"];
		const shape = { settings: "500:5", rows: "24", columns: "80" };
		expect(ptyWords(command, shape)?.[4]).toBe(
			"stty '500:5' rows 24 cols 80 2>/dev/null; exec 'printf' '%s|' 'two words' 'it'\\''s' '$HOME' '`id`' '' 'new\nline'",
		);
	});
});
