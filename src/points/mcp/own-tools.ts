import type { Authority, Caller } from "../../authority/index.ts";
import { toJsonSchema } from "../../engine/index.ts";
import { callTool, isFor } from "./call-tool.ts";
import { serveTools } from "./serve-tools.ts";
import type { ServedTool } from "./tool-row.ts";
import type { ListedTool, ToolSource } from "./tool-source.ts";
import { TOOL_HANDLERS } from "./tools/index.ts";
import { TOOL_ROWS } from "./tools/rows.ts";

/** The tools that writ serves itself. */
export function ownTools(authority: Authority, stop: () => void): ToolSource {
	const tools = serveTools(TOOL_ROWS, TOOL_HANDLERS);
	const byName = new Map(tools.map((tool) => [tool.name, tool]));
	const listed = new Map(tools.map((tool) => [tool.name, listedTool(tool)]));
	return {
		async list(caller) {
			const mine = await held(authority, caller, tools);
			return mine.flatMap(({ name }) => listed.get(name) ?? []);
		},
		async call(caller, name, input, { gone }) {
			const tool = byName.get(name);
			return tool === undefined ? null : callTool({ authority, gone, stop }, caller, tool, input);
		},
	};
}

async function held(authority: Authority, caller: Caller, tools: readonly ServedTool[]): Promise<readonly ServedTool[]> {
	const possible = tools.filter((tool) => isFor(tool, caller));
	if (caller.principal.kind !== "agent") return possible;
	const names = new Set(
		await authority.heldTools(
			caller,
			possible.map(({ name }) => name),
		),
	);
	return possible.filter(({ name }) => names.has(name));
}

function listedTool({ name, description, input }: ServedTool): ListedTool {
	const { $schema: _, ...schema } = toJsonSchema(input);
	return { name, description, inputSchema: { ...schema, type: "object" } };
}
