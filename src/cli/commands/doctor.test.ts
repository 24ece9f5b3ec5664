import { describe, expect, it } from "vitest";
import type { MachineExamination } from "../../supervise/index.ts";
import { palette } from "../terminal.ts";
import { reportText, shellRemarks } from "./doctor.ts";

const probe = {
	name: "namespaces",
	needed: true,
	detail: "refused\nby the kernel",
	ok: false,
	cure: "Write this to a file:\nabi <abi/4.0>,",
} as const;
const BAD: MachineExamination = {
	key: "k",
	level: "L0",
	platform: "linux",
	architecture: "x64",
	probes: [probe, { ...probe, name: "userns" }, { ...probe, name: "landlock", needed: false, cure: null }],
	missing: ["everything"],
	cures: [probe.cure],
};

describe("reportText", () => {
	it("[doctor-text] says the level, what was tried, what is missing, and each cure once with who asks for it", () => {
		expect(reportText(BAD, [{ name: "CDPATH", remark: "is set" }], palette(false))).toBe(
			[
				"✗ Level L0: nothing can be confined here, so writ run starts nothing.",
				"",
				"What was tried",
				"  ✗ namespaces  refused; by the kernel",
				"  ✗ userns      refused; by the kernel",
				"  – landlock    refused; by the kernel",
				"",
				"What L0 does not enforce",
				"  · everything",
				"",
				"What to do",
				"  1. Write this to a file:  (namespaces, userns)",
				"       abi <abi/4.0>,",
				"",
				"Shell texts",
				"  · are judged for a bash that starts clean; aliases, functions and options of a person's own start files apply where a client loads them",
				"  – CDPATH is set",
				"",
			].join("\n"),
		);
	});

	it("points to the attack where there is a sandbox to attack", () => {
		expect(reportText({ ...BAD, level: "L3", cures: [] }, [], palette(false))).toContain("writ doctor --attack");
	});
});

it("[shell-6-doctor] names the shell that is not bash, and each variable that changes what a shell makes of a text", () => {
	expect(shellRemarks({ SHELL: "/bin/bash", PATH: "/bin", CDPATH: undefined })).toEqual([]);
	expect(shellRemarks({})).toEqual([]);
	const names = shellRemarks({ SHELL: "/usr/bin/zsh", CDPATH: ".", "BASH_FUNC_ls%%": "() { id; }", BASH_ENV: "/x" }).map(
		({ name }) => name,
	);
	expect(names).toEqual(["zsh", "BASH_ENV", "BASH_FUNC_ls%%", "CDPATH"]);
});
