import { describe, expect, it } from "vitest";
import { decide, sealProfile } from "../../src/engine/index.ts";
import { foundCases } from "./found-cases.ts";
import type { ProgramCase } from "./part-a-cases.ts";

describe("decisions about what attacks found", () => {
	for (const [group, cases] of Object.entries(foundCases)) {
		it(`[programs-found-${group}] ${group}: none of the attacks is allowed`, () => {
			expect(cases.flatMap((one) => (one.refuse ?? []).filter((command) => effect(one, command) === "allow"))).toEqual([]);
		});

		it(`[programs-found-${group}] ${group}: ordinary use is allowed`, () => {
			expect(cases.flatMap((one) => (one.allow ?? []).filter((command) => effect(one, command) !== "allow"))).toEqual([]);
		});

		it(`[programs-found-${group}] ${group}: another word at the end never opens what was denied`, () => {
			const opened = cases.flatMap((one) =>
				(one.refuse ?? []).filter((command) => effect(one, command) === "deny" && effect(one, `${command} extra`) === "allow"),
			);
			expect(opened).toEqual([]);
		});
	}
});

function effect(one: ProgramCase, command: string): string {
	const sealed = sealProfile(
		{
			tools: { allowed: one.policy.map((rule) => `Bash(${rule})`) },
			filesystem: {
				sandbox_root: "/ws",
				read_paths: ["/"],
				write_paths: (one.write ?? []).map((glob) => `/ws/${glob}`),
				blocked_paths: one.blocked ?? [],
			},
			...(one.hosts === undefined ? {} : { network: { allow: one.hosts }, capabilities: { network_access: true } }),
		},
		{ agent: "tester", root: "/ws", home: "/home/dev" },
	);
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return decide(sealed.writ, { kind: "command", command, cwd: "/ws" }, { approver: true }).effect;
}
