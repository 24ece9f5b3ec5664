import { describe, expect, it } from "vitest";
import { visible } from "./output/visible.ts";
import { palette, wantsColour } from "./terminal.ts";

describe("colour", () => {
	it("[cli-colour] is for terminals, and for whoever asks for it", () => {
		expect(wantsColour(true, {})).toBe(true);
		expect(wantsColour(false, {})).toBe(false);
		expect(wantsColour(true, { NO_COLOR: "1" })).toBe(false);
		expect(wantsColour(true, { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe(false);
		expect(wantsColour(false, { FORCE_COLOR: "1" })).toBe(true);
		expect(wantsColour(true, { FORCE_COLOR: "0" })).toBe(false);
		expect(wantsColour(true, { TERM: "dumb" })).toBe(false);
	});

	it("[cli-colour] leaves text as it is without colour", () => {
		expect(palette(false).bad("x")).toBe("x");
		expect(palette(true).bad("x")).toBe("\u001b[31mx\u001b[39m");
	});
});

describe("visible", () => {
	it("[cli-colour] shows what would drive the terminal or turn the direction of writing", () => {
		expect(visible("a\u001b[2Jb\rc\u202ed\u0007\u200b")).toBe("a\\u{1b}[2Jb\\u{d}c\\u{202e}d\\u{7}\\u{200b}");
		expect(visible("ä 😀\n\tx")).toBe("ä 😀\n\tx");
	});

	it("[finding-15-letters] shows letters that look like others by their number", () => {
		// The Cyrillic letters es and er, alone and among Latin ones; full-width and mathematical letters.
		expect(visible("Bash(c\u0430t:*)")).toBe("Bash(c\\u{430}t:*)");
		expect(visible("Bash(\u0441\u0440 a b)")).toBe("Bash(\\u{441}\\u{440} a b)");
		expect(visible("g\u0456t push")).toBe("g\\u{456}t push");
		expect(visible("\uff52\uff4d -rf")).toBe("\\u{ff52}\\u{ff4d} -rf");
		expect(visible("\u{1d42b}m")).toBe("\\u{1d42b}m");
		expect(visible("a\u3164b\u{e0041}")).toBe("a\\u{3164}b\\u{e0041}");
		for (const plain of ["größe naïve", "日本語 Node実行", "привет, как дела", "с собой о нас", "καλημέρα κόσμε", "👩‍💻 ❤️", "שלום"])
			expect(visible(plain.replaceAll("\u200d", ""))).toBe(plain.replaceAll("\u200d", ""));
	});
});
