import { describe, expect, it } from "vitest";
import { attenuate, type Profile, type Request } from "../../src/engine/index.ts";
import { decided, sealed, short } from "./engine-case.ts";

const open = { read_paths: ["/"], write_paths: ["/"], blocked_paths: [] } as const;
const declare = { deploy: { commands: ["line"] }, notes: { reads: ["page"] } } as const;

/** One call of each tool that runs a command, and what it runs. */
const CALLS: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
	["Bash", { command: "git push" }],
	["git", { command: "push" }],
	["Monitor", { command: "git push" }],
	["shell", { command: ["git", "push"] }],
	["exec", { program: "git", args: ["push"] }],
	["run_shell_command", { command: "git push" }],
	["deploy", { line: "git push" }],
];
const request = (tool: string, input: Readonly<Record<string, unknown>>): Request => ({ kind: "tool", tool, input });
const profile = (tools: Profile["tools"]): Profile => ({ tools: { declare, ...tools }, filesystem: open });
const EVERY = ["*", "deploy", "notes"];

describe("tools that run a shell command", () => {
	it("[finding-bash-binds] disallowed: Bash, under any of its names, refuses every one of them", () => {
		for (const name of ["Bash", "bash", "shell_UNSAFE", "Ba*"]) {
			for (const [tool, input] of [
				...CALLS,
				["PowerShell", { command: "git push" }],
				["write_stdin", { session_id: 1, chars: "id\n" }],
			] as const)
				expect([tool, short(decided(profile({ allowed: EVERY, disallowed: [name] }), request(tool, input)))]).toEqual([
					tool,
					"deny tool-disallowed",
				]);
		}
	});

	it("[finding-bash-binds] ask: Bash asks for every one of them", () => {
		for (const [tool, input] of CALLS)
			expect([tool, short(decided(profile({ allowed: EVERY, ask: ["Bash"] }), request(tool, input), { approver: true }))]).toEqual([
				tool,
				"ask needs-confirmation",
			]);
	});

	it("[finding-bash-binds] a pattern for Bash holds for the words that the others run", () => {
		for (const [tool, input] of CALLS) {
			const forbidden = decided(profile({ allowed: EVERY, disallowed: ["Bash(git push:*)"] }), request(tool, input));
			expect([tool, short(forbidden)]).toEqual([tool, "deny command-disallowed"]);
			const asking = decided(profile({ allowed: EVERY, ask: ["Bash(git push:*)"] }), request(tool, input), { approver: true });
			expect([tool, short(asking)]).toEqual([tool, "ask needs-confirmation"]);
		}
		const rules = profile({ allowed: EVERY, disallowed: ["Bash(git push:*)"] });
		expect(decided(rules, request("git", { command: "status" })).effect).toBe("allow");
		expect(short(decided(rules, request("git", { command: "-C sub push" })))).toBe("deny command-disallowed");
	});

	it("[finding-bash-binds] a shell whose language is not read is asked about while some commands are forbidden", () => {
		const rules = profile({ allowed: EVERY, disallowed: ["Bash(git push:*)"] });
		expect(short(decided(rules, request("PowerShell", { command: "git push" }), { approver: true }))).toBe("ask needs-confirmation");
		expect(short(decided(rules, request("PowerShell", { command: "git push" }), { approver: false }))).toBe("deny no-approver");
		expect(decided(profile({ allowed: EVERY }), request("PowerShell", { command: "git push" })).effect).toBe("allow");
	});

	it("[finding-bash-binds] other tools stay as they are, and a rule that gives Bash gives none of the others", () => {
		const denying = profile({ allowed: EVERY, disallowed: ["Bash"] });
		expect(decided(denying, request("Read", { file_path: "/ws/a" })).effect).toBe("allow");
		expect(decided(denying, request("notes", { page: "/ws/a" })).effect).toBe("allow");
		const giving = profile({ allowed: ["Bash"] });
		for (const [tool, input] of CALLS)
			expect([tool, decided(giving, request(tool, input)).effect]).toEqual([tool, /git|Monitor|deploy/.test(tool) ? "deny" : "allow"]);
		expect(short(decided(profile({ allowed: EVERY, disallowed: ["git"] }), request("Bash", { command: "git push" })))).toBe(
			"allow granted",
		);
	});

	it("[finding-bash-binds] a child that wants such a tool is told that its parent is denied it", () => {
		const parent = sealed({ tools: { allowed: null, disallowed: ["Bash"] }, capabilities: { spawn_agents: true } });
		const asked = (allowed: readonly string[]) => attenuate(parent, { tools: { allowed } }, { agent: "child" });
		const refused = asked(["git"]);
		expect(refused.ok ? [] : refused.escalations.map(({ dimension, parent: held }) => `${dimension} ${held}`)).toEqual([
			"tools.allowed disallowed",
		]);
		expect(asked(["Read"]).ok).toBe(true);
	});
});
