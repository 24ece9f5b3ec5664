import { describe, expect, it } from "vitest";
import { decide, sealProfile } from "../../src/engine/index.ts";
import { PROGRAMS } from "../../src/engine/programs/index.ts";
import type { CommandForm, OptionRow, OptionStyle } from "../../src/engine/programs/program-table.ts";
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

	it("[programs-a-tables] no rule that leaves a dangerous option out covers it, in any spelling of any form", { timeout: 120_000 }, () => {
		const allowed: string[] = [];
		const seen = new Set<OptionRow>();
		const visit = (words: readonly string[], form: CommandForm, style: OptionStyle): void => {
			const own = form.style ?? style;
			const judge = judgeOf({ policy: [`${words.join(" ")}:*`] });
			for (const row of (form.options ?? []).filter((candidate) => isDangerous(candidate) && !seen.has(candidate))) {
				seen.add(row);
				const commands = row.names.flatMap((name) => spellings(row, name, own)).map((word) => `${words.join(" ")} ${word}`);
				allowed.push(...commands.filter((command) => judge(command) === "allow"));
			}
			for (const [name, inner] of Object.entries(form.subcommands ?? {})) visit([...words, name], inner, own);
		};
		for (const table of PROGRAMS) visit([table.names[0] ?? ""], table, "gnu");
		expect(allowed).toEqual([]);
		expect(seen.size).toBeGreaterThan(1_000);
	});

	it("[programs-a-tables] no rule for what stands above a dangerous form covers it", () => {
		const allowed: string[] = [];
		const visit = (words: readonly string[], form: CommandForm): void => {
			const judge = judgeOf({ policy: [`${words.join(" ")}:*`] });
			for (const [name, inner] of Object.entries(form.subcommands ?? {})) {
				const command = [...words, name].join(" ");
				if (inner.hazard !== undefined && judge(command) === "allow") allowed.push(command);
				visit([...words, name], inner);
			}
		};
		for (const table of PROGRAMS) visit([table.names[0] ?? ""], table);
		expect(allowed).toEqual([]);
	});

	it("[programs-a-tables] every program has at least six attacks, and the tables hold for words added at the end", () => {
		const few = Object.entries(partACases).filter(([, cases]) => cases.flatMap((one) => one.refuse ?? []).length < 6);
		expect(few.map(([program]) => program)).toEqual(["code"]);
		const opened = Object.values(partACases).flatMap((cases) =>
			cases.flatMap((one) => (one.refuse ?? []).filter((command) => !/[<|]/.test(command) && effect(one, `${command} extra`) === "allow")),
		);
		expect(opened).toEqual([]);
	});
});

/** A value of each kind that a row may leave out of what it takes for ordinary. */
const EVIL = ["./evil", "%(signature)", "error::evil.X", "x\n!evil\n"];

function isOrdinary({ unless }: OptionRow, value: string): boolean {
	return unless !== undefined && new RegExp(`^(?:${unless})$`, "s").test(value);
}

/** Every way to write one option with a value that no policy here grants. */
function spellings(row: OptionRow, name: string, style: OptionStyle): readonly string[] {
	const value = row.is === "write" || row.is === "cwd" ? "/tmp/evil" : (EVIL.find((one) => !isOrdinary(row, one)) ?? "./evil");
	if (row.prefix === true) return [`'${name}${value}'`];
	if ((row.value ?? "none") === "none") return [`'${name}'`];
	const long = name.startsWith("--") || style === "long-dash";
	const joined =
		name.startsWith("-") && name.length > 2 && !name.startsWith("--") && style !== "long-dash"
			? []
			: [`'${name}${long ? "=" : ""}${value}'`];
	return row.value === "optional" ? joined : [`'${name}' '${value}'`, ...joined];
}

function isDangerous(row: OptionRow): boolean {
	return row.hazard !== undefined || row.is === "write" || row.is === "cwd";
}

function effect(one: ProgramCase, command: string): string {
	return judgeOf(one)(command);
}

function judgeOf(one: ProgramCase): (command: string) => string {
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
	return (command) => decide(sealed.writ, { kind: "command", command, cwd: "/ws" }, { approver: true }).effect;
}
