import { describe, expect, it } from "vitest";
import type { ArgumentUse, ToolEntry } from "../language/index.ts";
import {
	canonicalToolName,
	findServedTool,
	findTool,
	KSI_NAMES,
	SERVED_TOOLS,
	subjectArgument,
	TOOLS,
	targetArgument,
	twinsOf,
} from "./index.ts";

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

	it("[wire-5-rows] carries of each tool that writ serves how it is judged, and of no other name", () => {
		expect(SERVED_TOOLS.map(({ name }) => name).sort()).toEqual([...SERVED].sort());
		for (const tool of SERVED_TOOLS) {
			expect(findTool(tool.name), tool.name).toBe(tool);
			expect(findServedTool(tool.name), tool.name).toBe(tool);
			expect(findTool(`mcp__writ__${tool.name}`)?.served, tool.name).toBeUndefined();
			expect(findServedTool(`mcp__writ__${tool.name}`), tool.name).toBeUndefined();
		}
	});

	it("[wire-5-rows] offers every agent only what is about itself and needs no capability", () => {
		const offered = SERVED_TOOLS.filter(({ served }) => served.offered === true);
		expect(offered.map(({ name }) => name)).toEqual(
			"team_refresh list_agents my_writ check explain_denial request_permission list_messages list_templates".split(" "),
		);
		for (const { name, needs, targets, served } of SERVED_TOOLS) {
			const isForAgents = served.gate === "self" && served.scopes.includes("agent");
			expect([name, served.offered === true]).toEqual([name, isForAgents && needs === undefined]);
			if (served.offered === true) expect([name, targets]).toEqual([name, undefined]);
		}
	});

	it("[wire-5-twins] names the tools that are one act, each with the argument that it calls the agent by", () => {
		const acts = SERVED_TOOLS.filter((tool) => twinsOf(tool).length > 0).map((tool) => [
			tool.name,
			subjectArgument(tool),
			...twinsOf(tool).map(({ name }) => name),
		]);
		expect(acts.sort()).toEqual([
			["create_agent", "name", "nexus_create"],
			["delete_agent", "name", "nexus_destroy"],
			["get_agent", "name", "get_agent_info"],
			["get_agent_info", "agent_name", "get_agent"],
			["nexus_create", "agent_id", "create_agent"],
			["nexus_destroy", "agent_id", "delete_agent"],
		]);
		expect(SERVED_TOOLS.filter(({ served }) => served.sends).map(({ name }) => name)).toEqual(["nexus_send", "chat_with_agent"]);
	});

	it("[wire-5-rows] names the agent wherever one is reached or made, and nowhere else", () => {
		for (const tool of SERVED_TOOLS) {
			const { gate, makes, also, sends } = tool.served;
			expect([tool.name, targetArgument(tool) !== null]).toEqual([tool.name, ["edge", "target", "spawner"].includes(gate)]);
			expect([tool.name, makes !== undefined]).toEqual([tool.name, gate === "spawn"]);
			if (makes !== undefined) expect([tool.name, tool.plain]).toEqual([tool.name, expect.arrayContaining([makes])]);
			if (also !== undefined) expect([tool.name, gate]).toEqual([tool.name, "spawner"]);
			if (sends === true) expect([tool.name, ["edge", "target"]]).toEqual([tool.name, expect.arrayContaining([gate])]);
		}
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
