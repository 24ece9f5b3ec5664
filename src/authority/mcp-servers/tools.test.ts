import { expect, it } from "vitest";
import type { SeenTool } from "../../mcp-client/index.ts";
import { isActive, type McpTool } from "./server.ts";
import { compareTools, pinTools } from "./tools.ts";

function tool(name: string, digest: string, problem: string | null = null): SeenTool {
	return { name, digest, problem, shown: { description: digest, inputSchema: { type: "object" } } };
}

function active(tools: readonly McpTool[]): readonly string[] {
	return tools.filter(isActive).map(({ name }) => name);
}

it("[wire-8-54] what a person mounts is accepted, but for what nobody can have", () => {
	expect(active(pinTools([tool("a", "1"), tool("b", "1", "odd")]))).toEqual(["a"]);
});

it("[wire-8-54] what is new or other waits, what is gone is forgotten or missed, and what comes back is what it was", () => {
	const first = pinTools([tool("a", "1"), tool("b", "1")]);
	const second = compareTools(first, [tool("a", "2"), tool("c", "1")]);
	expect(second).toMatchObject({ isChanged: true, quarantined: ["a", "c"], removed: ["b"], restored: [] });
	expect(active(second.tools)).toEqual([]);
	const third = compareTools(second.tools, [tool("a", "1"), tool("b", "1")]);
	expect(third).toMatchObject({ isChanged: true, quarantined: [], removed: [], restored: ["a", "b"] });
	expect(third.tools.map(({ name }) => name)).toEqual(["a", "b"]);
	expect(compareTools(third.tools, [tool("b", "1"), tool("a", "1")]).isChanged).toBe(false);
});

it("[wire-8-54] one that gets a problem is nobody's, although its digest is the same", () => {
	const first = pinTools([tool("a", "1")]);
	const compared = compareTools(first, [tool("a", "1", "twice")]);
	expect([active(compared.tools), compared.isChanged, compared.quarantined]).toEqual([[], true, ["a"]]);
});
