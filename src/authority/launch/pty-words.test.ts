import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ptyWords } from "./pty-words.ts";

describe("ptyWords", () => {
	it.runIf(existsSync("/usr/bin/script"))("[sandbox-11-terminal] keeps each word of the command a word, whatever it holds", () => {
		const command = ["printf", "%s|", "two words", "it's", "$HOME", "`id`", "", "new\nline"];
		expect(ptyWords(command)?.[4]).toBe("exec 'printf' '%s|' 'two words' 'it'\\''s' '$HOME' '`id`' '' 'new\nline'");
	});
});
