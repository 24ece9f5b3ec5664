import { describe, expect, it } from "vitest";
import { notStarted } from "./sandbox-outcome.ts";

const failure = (code: string, syscall: string): Error => Object.assign(new Error(code), { code, syscall });

describe("notStarted", () => {
	it("[sandbox-6-high-numbers] tells what helps, of the program alone", () => {
		expect(notStarted(failure("ENOENT", "spawn /usr/bin/bwrap"))).toBe(
			"bubblewrap cannot be started (ENOENT). Install the package bubblewrap.",
		);
		expect(notStarted(failure("EMFILE", "spawn"))).toContain("raise `ulimit -n`");
		expect(notStarted(failure("ENOENT", "open"))).toBe("bubblewrap cannot be started (ENOENT).");
		expect(notStarted(failure("EACCES", "spawn /usr/bin/bwrap"))).toBe("bubblewrap cannot be started (EACCES).");
	});
});
