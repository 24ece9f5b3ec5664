import { describe, expect, it } from "vitest";
import { decide, sealProfile } from "../../src/engine/index.ts";
import type { ProgramCase } from "./part-a-cases.ts";
import { partBCases } from "./part-b-cases.ts";

describe("decisions about the programs of part B", () => {
	for (const [group, cases] of Object.entries(partBCases)) {
		it(`[programs-b-${group}] ${group}: what a rule must not cover is never allowed`, () => {
			const allowed = cases.flatMap((one) => (one.refuse ?? []).filter((command) => effect(one, command) === "allow"));
			expect(allowed).toEqual([]);
		});

		it(`[programs-b-${group}] ${group}: ordinary use is allowed`, () => {
			const refused = cases.flatMap((one) => (one.allow ?? []).filter((command) => effect(one, command) !== "allow"));
			expect(refused).toEqual([]);
		});
	}

	it("[programs-b-tables] every group has at least six attacks and six ordinary uses", () => {
		const few = Object.entries(partBCases).filter(([, cases]) => {
			const count = (kind: "allow" | "refuse") => cases.flatMap((one) => one[kind] ?? []).length;
			return count("refuse") < 6 || count("allow") < 6;
		});
		expect(few.map(([group]) => group)).toEqual([]);
	});

	it("[programs-b-tables] words added at the end never open what was refused for an option", () => {
		const opened = Object.values(partBCases).flatMap((cases) =>
			cases.flatMap((one) =>
				(one.refuse ?? []).filter((command) => {
					const before = answer(one, command);
					return before.effect === "deny" && before.reasons[0].code === "command-option" && effect(one, `${command} extra`) === "allow";
				}),
			),
		);
		expect(opened).toEqual([]);
	});
});

function effect(one: ProgramCase, command: string): string {
	return answer(one, command).effect;
}

function answer(one: ProgramCase, command: string): ReturnType<typeof decide> {
	const profile = {
		tools: { allowed: one.policy.map((rule) => `Bash(${rule})`) },
		filesystem: {
			sandbox_root: "/ws",
			read_paths: ["/"],
			write_paths: (one.write ?? []).map((glob) => `/ws/${glob}`),
			blocked_paths: one.blocked ?? [],
		},
	};
	const sealed = sealProfile(profile, { agent: "tester", root: "/ws", home: "/home/dev" });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return decide(sealed.writ, { kind: "command", command, cwd: "/ws" }, { approver: true });
}
