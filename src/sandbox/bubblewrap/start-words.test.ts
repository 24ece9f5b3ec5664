import { describe, expect, it } from "vitest";
import { startWords } from "./start-words.ts";

const START = {
	gate: 3,
	bounds: [{ limit: "nofile", value: 64 }],
	shell: "dash",
	steps: ["export A=b"],
	command: ["make", "all"],
} as const;

describe("startWords", () => {
	it("[sandbox-4-gate-words] limits come before the gate, names of variables after it, and the line is closed to the command", () => {
		expect(startWords(START)).toEqual([
			"/proc/1/sh",
			"-c",
			'ulimit -n 64 && read -r go <&3 || { echo >&3; exit 1; }; export A=b; exec "$@" 3<&-',
			"writ",
			"make",
			"all",
		]);
	});

	it("where the shell is unknown, or the command looks like an option of it, the limits are set by a program", () => {
		expect(startWords({ ...START, shell: "busybox" }).slice(3)).toEqual([
			"writ",
			"/usr/bin/prlimit",
			"--nofile=64:64",
			"--",
			"/usr/bin/sh",
			"-c",
			'export A=b; exec "$@"',
			"writ",
			"make",
			"all",
		]);
		expect(startWords({ ...START, command: ["-x"], steps: [] }).slice(3)).toEqual([
			"writ",
			"/usr/bin/prlimit",
			"--nofile=64:64",
			"--",
			"-x",
		]);
	});

	it("[sandbox-6-late-after-limits] the program that sets the limits does not find the late variables", () => {
		const words = startWords({ ...START, command: ["-x"] });
		expect(words[2]).not.toContain("export");
		expect(words.indexOf("--")).toBeLessThan(words.indexOf('export A=b; exec /usr/bin/env -- "$@"'));
	});
});
