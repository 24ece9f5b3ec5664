import { describe, expect, it } from "vitest";
import { writesBelow } from "./analyser.ts";
import { summarize } from "./summarize.ts";

describe("what is written below a directory", () => {
	it("[programs-b-archives] unpacking into the working directory, above it or into a hidden one is asked", () => {
		for (const directory of [".", "./", "..", "out/../.git", ".claude", "/ws", "~/x", ""])
			expect(summarize(writesBelow(directory))).toContain("ask");
		for (const directory of ["out", "./out/x", "build/"]) expect(summarize(writesBelow(directory))).not.toContain("ask");
	});
});
