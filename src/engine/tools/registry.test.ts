import { describe, expect, it } from "vitest";
import type { ArgumentUse, ToolEntry } from "../language/index.ts";
import { canonicalToolName, findTool, KSI_NAMES, TOOLS } from "./index.ts";

const SHIPPED = [
	"Read Grep Glob LS Write Edit MultiEdit TodoRead TodoWrite Bash Task WebFetch WebSearch NotebookEdit",
	"bash_safe shell_UNSAFE run_python nexus_create nexus_destroy nexus_shutdown nexus_cancel nexus_status nexus_send",
]
	.join(" ")
	.split(" ");

const SERVED = [
	"todo_read todo_write team_refresh list_agents my_writ check explain_denial request_permission list_messages list_templates",
	"get_agent get_agent_info chat_with_agent get_chat_history nexus_send nexus_status nexus_cancel create_agent nexus_create",
	"delete_agent start_agent stop_agent get_agent_logs nexus_destroy deploy_system list_systems nexus_shutdown",
]
	.join(" ")
	.split(" ");

const DIMENSIONS = ["reads", "writes", "commands", "targets", "hosts", "profiles", "directories"] as const;

function argumentsOf(entry: ToolEntry, dimension: (typeof DIMENSIONS)[number]): readonly ArgumentUse[] {
	return (entry[dimension] ?? []).map((use) => (typeof use === "string" ? { argument: use } : use));
}

describe("the registry of tools", () => {
	it("[policy-2-registry-families] knows tools of Claude, KSI, NEXUS, Codex, Gemini, opencode and writ", () => {
		const families = new Set(TOOLS.map((entry) => entry.family));
		expect([...families].sort()).toEqual(["claude", "codex", "gemini", "ksi", "nexus", "opencode", "writ"]);
	});

	it("names every tool once", () => {
		const names = TOOLS.map((entry) => entry.name);
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	});

	it("[policy-2-registry-arguments] says of each argument of a tool once what it is, in each of its roles", () => {
		for (const entry of TOOLS) {
			for (const dimension of DIMENSIONS) {
				const names = argumentsOf(entry, dimension).map((use) => use.argument);
				expect(new Set(names).size, `${entry.name}.${dimension}`).toBe(names.length);
				for (const name of names) expect(entry.plain ?? [], `${entry.name}.${name}`).not.toContain(name);
			}
		}
	});

	it("refers only to arguments and tools that exist", () => {
		for (const entry of TOOLS) {
			if (entry.aliasOf !== undefined) {
				expect(findTool(entry.aliasOf), entry.name).toBeDefined();
				expect(findTool(entry.aliasOf)?.aliasOf, `${entry.name} leads to a name of its own`).toBeUndefined();
				expect(findTool(entry.aliasOf)?.pattern, entry.name).toBe(entry.pattern);
			}
			for (const dimension of DIMENSIONS) {
				const uses = argumentsOf(entry, dimension);
				const names = uses.map((use) => use.argument);
				for (const use of uses) {
					if (use.insteadOf !== undefined) expect(names, `${entry.name}.${use.argument}`).toContain(use.insteadOf);
					if (use.within !== undefined) expect(names, `${entry.name}.${use.argument}`).toContain(use.within);
					expect(use.field === undefined, `${entry.name}.${use.argument}`).toBe(use.shape !== "object" && use.shape !== "objects");
				}
			}
		}
	});

	it("gives a pattern a meaning only where an argument carries it", () => {
		const carriers = { command: ["commands"], path: ["reads", "writes"], domain: ["hosts"], agent: ["targets", "profiles"] } as const;
		for (const entry of TOOLS) {
			if (entry.pattern === "none") continue;
			if (entry.pattern === "name" || entry.pattern === "text") {
				expect(
					entry.named?.every((argument) => entry.plain?.includes(argument)),
					entry.name,
				).toBe(true);
				continue;
			}
			const carried = carriers[entry.pattern].some((dimension) => argumentsOf(entry, dimension).length > 0);
			expect(carried, entry.name).toBe(true);
		}
	});

	it("[policy-2-registry-ksi] knows the sixteen KSI names", () => {
		expect(KSI_NAMES).toHaveLength(16);
		expect(KSI_NAMES.filter((name) => findTool(name) === undefined)).toEqual([]);
	});

	it("[policy-2-registry-nexus] knows at least 24 tools of NEXUS", () => {
		expect(TOOLS.filter((entry) => entry.family === "nexus").length).toBeGreaterThanOrEqual(24);
	});

	it("[policy-9-tools-known] knows every tool that a shipped definition names", () => {
		expect(SHIPPED.filter((name) => findTool(name) === undefined)).toEqual([]);
	});

	it("[wire-5-tools-known] knows writ's own tools by their plain name and as mcp__writ__NAME, one tool under two names", () => {
		for (const name of SERVED) {
			expect(findTool(name), name).toBeDefined();
			const served = findTool(`mcp__writ__${name}`);
			expect(served?.aliasOf, name).toBe(name);
			expect(served?.needs, name).toBe(findTool(name)?.needs);
			expect(served?.targets, name).toEqual(findTool(name)?.targets);
		}
	});

	it("[wire-5-tools-trinity] knows the Trinity tools as mcp__trinity__NAME, and no other tool under that server", () => {
		expect(findTool("mcp__trinity__chat_with_agent")?.aliasOf).toBe("chat_with_agent");
		expect(findTool("mcp__trinity__nexus_send")).toBeUndefined();
	});

	it("[wire-5-needs] carries the capability that enables each of writ's own tools", () => {
		const needing = (flag: string) => SERVED.filter((name) => findTool(name)?.needs === flag).sort();
		expect(needing("multi_agent_todo")).toEqual(["todo_read", "todo_write"]);
		expect(needing("agent_messaging")).toEqual(
			["chat_with_agent", "get_agent", "get_agent_info", "get_chat_history", "nexus_cancel", "nexus_send", "nexus_status"].sort(),
		);
		expect(needing("spawn_agents")).toEqual(
			["create_agent", "delete_agent", "get_agent_logs", "nexus_create", "nexus_destroy", "start_agent", "stop_agent"].sort(),
		);
	});

	it("[claude-2-task-agent] treats Task and Agent as one tool, and every command tool as Bash", () => {
		expect(canonicalToolName("Agent")).toBe("Task");
		for (const name of ["bash", "shell", "local_shell", "exec_command", "run_shell_command", "bash_safe", "shell_UNSAFE"]) {
			expect(canonicalToolName(name), name).toBe("Bash");
		}
		expect(canonicalToolName("Read")).toBe("Read");
		expect(canonicalToolName("nobody")).toBe("nobody");
	});

	it("compares names exactly and knows nothing inherited", () => {
		for (const name of ["read ", "READ", "Read\0", "constructor", "__proto__", "toString", ""])
			expect(findTool(name), name).toBeUndefined();
	});
});
