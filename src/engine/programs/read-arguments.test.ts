import { describe, expect, it } from "vitest";
import { plain } from "./option-rows.ts";
import { has, readArguments, valuesOf } from "./read-arguments.ts";

const ROWS = plain("-o --output <file>", "-v --verbose", "--color [when]", "-O [level]");

describe("taking words apart", () => {
	it("[programs-b-analysers] clusters, joined values, separate values and abbreviations are one option", () => {
		for (const words of [["-o", "x"], ["-ox"], ["-vo", "x"], ["-vox"], ["--output", "x"], ["--output=x"], ["--out=x"], ["--out", "x"]]) {
			expect(valuesOf(readArguments(words, ROWS), "-o")).toEqual(["x"]);
		}
	});

	it("[programs-b-analysers] an optional value is only taken when it is joined", () => {
		expect(readArguments(["--color", "x"], ROWS).operands).toEqual(["x"]);
		expect(valuesOf(readArguments(["--color=x"], ROWS), "--color")).toEqual(["x"]);
		expect(valuesOf(readArguments(["-O3"], ROWS), "-O")).toEqual(["3"]);
		expect(readArguments(["-O", "3"], ROWS).operands).toEqual(["3"]);
	});

	it("[programs-b-analysers] options follow operands, but not after -- and not where they end at the first operand", () => {
		expect(has(readArguments(["a", "-v"], ROWS), "-v")).toBe(true);
		expect(readArguments(["--", "-v"], ROWS).operands).toEqual(["-v"]);
		expect(readArguments(["a", "-v"], ROWS, "posix").operands).toEqual(["a", "-v"]);
	});

	it("[programs-b-analysers] where two letters may be one option, the longer name counts, and = may stand before its value", () => {
		const rows = plain("-TT <command>", "-T", "-b <directory>", "-r");
		expect(valuesOf(readArguments(["-rTTsh"], rows, "pairs"), "-TT")).toEqual(["sh"]);
		expect(has(readArguments(["-rT"], rows, "pairs"), "-T")).toBe(true);
		expect(valuesOf(readArguments(["-rb=out"], rows, "pairs"), "-b")).toEqual(["out"]);
		expect(readArguments(["a", "-TT", "sh"], rows, "pairs").options.map(({ at }) => at)).toEqual([1]);
	});

	it("[programs-b-analysers] a word that is not static makes the whole uncertain, except after --", () => {
		expect(readArguments([null], ROWS).uncertain).toBe(true);
		expect(readArguments(["--", null], ROWS).uncertain).toBe(false);
		expect(valuesOf(readArguments(["-o", null], ROWS), "-o")).toEqual([null]);
	});
});
