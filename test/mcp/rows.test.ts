import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcpPolicy, serveTools, TOOL_ROWS, type ToolHandler, type ToolRow } from "../../src/points/mcp/index.ts";
import { openMcp, type TestMcp } from "./open-mcp.ts";

const run: ToolHandler = async () => ({ content: [], structuredContent: {} });
const row: ToolRow = {
	name: "planted",
	family: "writ",
	pattern: "none",
	served: { gate: "none", scopes: ["user"], words: "own" },
	description: "Does nothing",
	input: { kind: "object", keys: { text: { kind: "text" } } },
};
const knows = ({ plain, reads, writes, targets, profiles }: ToolRow, argument: string) =>
	[...(plain ?? []), ...[reads, writes, targets, profiles].flatMap((uses) => uses ?? [])].some(
		(use) => (typeof use === "string" ? use : use.argument) === argument,
	);
const agentId = { kind: "object", keys: { agent_id: { kind: "text" } } } as const;

describe("the rows of tools", () => {
	let server: TestMcp;
	beforeAll(async () => {
		server = await openMcp();
	});
	afterAll(() => server.close());

	it("[wire-8-43] a tool without a row keeps the server from starting, and so does a row without a tool", () => {
		expect(() => serveTools([], { planted: run })).toThrow("the tool 'planted' has no row");
		expect(() => serveTools([row], {})).toThrow("the row of 'planted' has no tool");
		expect(serveTools([row], { planted: run })).toHaveLength(1);
		expect(() => serveTools([row, row], { planted: run })).toThrow("two rows have the same name");
	});

	it.each([
		["a parameter that the tool does not have", { gate: "edge" }, { targets: ["agent_name"] }, "names the parameter 'agent_name'"],
		["no parameter to judge", { gate: "target" }, {}, "names no parameter"],
		["the gate none and an agent's name", {}, { input: agentId }, "has the gate none, and a parameter that names an agent"],
		["the gate none and a parameter", {}, { targets: ["text"] }, "has the gate none, and a parameter that names an agent"],
		["the gate self and an agent's name", { gate: "self" }, { input: agentId }, "has the gate self"],
		["people only, and agents", { gate: "person", scopes: ["user", "agent"] }, {}, "is for people only"],
	] as const)("[wire-5-rows] a row with %s keeps the server from starting", (_, served, change, message) => {
		expect(() => serveTools([{ ...row, ...change, served: { ...row.served, ...served } }], { planted: run })).toThrow(message);
	});

	it("[wire-5-rows] every argument that the wire takes is one that the registry knows", () => {
		for (const tool of TOOL_ROWS)
			expect([tool.name, Object.keys(tool.input.keys).filter((key) => !knows(tool, key))]).toEqual([tool.name, []]);
	});

	it("[wire-5-policy] the table is shown to everybody with a key", async () => {
		const key = await server.agentKey("reader");
		const response = await fetch(new URL("/v1/mcp/policy", server.url), { headers: { Authorization: `Bearer ${key}` } });
		const { tools } = (await response.json()) as { tools: readonly Record<string, unknown>[] };
		expect(tools).toEqual(mcpPolicy());
		expect(tools).toContainEqual(
			expect.objectContaining({
				name: "nexus_send",
				gate: "target",
				param: "agent_id",
				needs: "agent_messaging",
				scopes: ["user", "agent", "system"],
			}),
		);
		expect(tools).toHaveLength(27);
	});
});
