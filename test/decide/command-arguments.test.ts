import { describe, expect, it } from "vitest";
import { type Profile, type Request, TOOLS } from "../../src/engine/index.ts";
import { decided, short } from "./engine-case.ts";

const profile: Profile = {
	tools: { allowed: ["*", "deploy"], declare: { deploy: { commands: ["line"], plain: ["colour"] } } },
	filesystem: { read_paths: ["/"], write_paths: ["/"], blocked_paths: [] },
};
const answer = (tool: string, input: Readonly<Record<string, unknown>>) => {
	const request: Request = { kind: "tool", tool, input };
	return short(decided(profile, request));
};

describe("arguments of tools that run commands", () => {
	it("[finding-15-arguments] a call that switches the client's sandbox off is denied", () => {
		expect(answer("Bash", { command: "ls", dangerouslyDisableSandbox: true })).toBe("deny argument-not-allowed");
		expect(answer("Bash", { command: "ls", dangerouslyDisableSandbox: "true" })).toBe("deny argument-not-allowed");
		expect(answer("Bash", { command: "ls", dangerouslyDisableSandbox: false })).toBe("allow granted");
		expect(answer("exec_command", { cmd: "ls", sandbox_permissions: "require_escalated" })).toBe("deny argument-not-allowed");
		expect(answer("shell", { command: ["ls"], with_escalated_permissions: true })).toBe("deny argument-not-allowed");
		expect(answer("exec_command", { cmd: "ls", sandbox_permissions: "use_default" })).toBe("allow granted");
	});

	it("[finding-15-arguments] a directory, variables or a second path that the tool is not known to take are denied", () => {
		for (const more of [
			{ cwd: "/etc" },
			{ cwd: "sub" },
			{ env: { LD_PRELOAD: "x" } },
			{ env: {} },
			{ path: "/etc/shadow" },
			{ stdin: "x" },
		])
			expect([more, answer("Bash", { command: "ls", ...more })]).toEqual([more, "deny argument-not-allowed"]);
		expect(answer("Bash", { command: "ls", description: "x", timeout: 1000, run_in_background: true })).toBe("allow granted");
		expect(answer("exec", { program: "ls", args: [], cwd: "/ws/sub" })).toBe("allow granted");
	});

	it("[finding-15-arguments] a tool that lets its caller choose the shell is given bash and no other program", () => {
		for (const [tool, argument] of [
			["exec_command", "cmd"],
			["shell_UNSAFE", "command"],
		] as const) {
			expect(answer(tool, { [argument]: "ls", shell: "bash" })).toBe("allow granted");
			for (const shell of ["python3", "zsh", "/tmp/bash", "sh", true])
				expect(answer(tool, { [argument]: "ls", shell })).toBe("deny argument-not-allowed");
		}
	});

	it("[finding-15-arguments] a declared tool that runs commands takes what its declaration names", () => {
		expect(answer("deploy", { line: "ls", colour: "red" })).toBe("allow granted");
		expect(answer("deploy", { line: "ls", verbose: true })).toBe("deny argument-not-allowed");
	});

	it("[finding-15-arguments] every tool of the registry that runs commands refuses an argument of another name", () => {
		const tools = TOOLS.filter(({ commands }) => commands !== undefined);
		expect(tools.length).toBeGreaterThan(10);
		for (const { name } of tools) expect([name, answer(name, { elsewhere: 1 })]).toEqual([name, "deny argument-not-allowed"]);
	});
});
