import { describe, expect, it } from "vitest";
import { decide, sealProfile } from "../../src/engine/index.ts";
import { type ProgramCase, partACases } from "./part-a-cases.ts";

describe("decisions about the programs of part A", () => {
	for (const [program, cases] of Object.entries(partACases)) {
		it(`[programs-a-${program}] ${program}: what a rule must not cover is never allowed`, () => {
			const allowed = cases.flatMap((one) => (one.refuse ?? []).filter((command) => effect(one, command) === "allow"));
			expect(allowed).toEqual([]);
		});

		it(`[programs-a-${program}] ${program}: ordinary use is allowed`, () => {
			const refused = cases.flatMap((one) => (one.allow ?? []).filter((command) => effect(one, command) !== "allow"));
			expect(refused).toEqual([]);
		});
	}

	it("[programs-a-tables] every program has at least six attacks, and the tables hold for words added at the end", () => {
		const few = Object.entries(partACases).filter(([, cases]) => cases.flatMap((one) => one.refuse ?? []).length < 6);
		expect(few.map(([program]) => program)).toEqual(["code"]);
		const opened = Object.values(partACases).flatMap((cases) =>
			cases.flatMap((one) => (one.refuse ?? []).filter((command) => !/[<|]/.test(command) && effect(one, `${command} extra`) === "allow")),
		);
		expect(opened).toEqual([]);
	});
});

function effect(one: ProgramCase, command: string): string {
	const rules = (sign: string): readonly string[] =>
		one.policy
			.filter((rule) => (sign === "" ? !/^[!?]/.test(rule) : rule.startsWith(sign)))
			.map((rule) => `Bash(${rule.slice(sign.length)})`);
	const profile = {
		tools: { allowed: rules(""), disallowed: rules("!"), ask: rules("?") },
		filesystem: {
			sandbox_root: "/ws",
			read_paths: ["/"],
			write_paths: (one.write ?? []).map((glob) => `/ws/${glob}`),
			blocked_paths: one.blocked ?? [],
		},
	};
	const sealed = sealProfile(profile, { agent: "tester", root: "/ws", home: "/home/dev" });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return decide(sealed.writ, { kind: "command", command, cwd: "/ws" }, { approver: true }).effect;
}
