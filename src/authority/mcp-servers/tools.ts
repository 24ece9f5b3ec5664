import type { SeenTool } from "../../mcp-client/index.ts";
import type { Context } from "../context.ts";
import { note } from "../work.ts";
import { findMcpServer, isActive, type McpServer, type McpTool, saveMcpServer } from "./server.ts";

/** What became of the tools of a server since it was looked at last. */
interface ComparedTools {
	readonly tools: readonly McpTool[];
	readonly isChanged: boolean;
	/** Names of tools that are nobody's until a person has looked at them. */
	readonly quarantined: readonly string[];
	readonly removed: readonly string[];
	/** Names of tools that can be called again. */
	readonly restored: readonly string[];
}

/** Puts the tools that a server has now beside those that were accepted; what is new or other waits for a person. */
export function compareTools(before: readonly McpTool[], seen: readonly SeenTool[]): ComparedTools {
	const known = new Map(before.map((tool) => [tool.name, tool]));
	const now = new Map(seen.map(({ name, ...tool }) => [name, tool]));
	const kept = before.map((tool): McpTool => ({ ...tool, seen: now.get(tool.name) ?? null }));
	const added = seen.flatMap(({ name, ...tool }): readonly McpTool[] => (known.has(name) ? [] : [{ name, pinned: null, seen: tool }]));
	// What is gone and was never accepted is forgotten.
	const tools = [...kept, ...added].filter((tool) => tool.pinned !== null || tool.seen !== null);
	const wasActive = (name: string): boolean => isActive(known.get(name) ?? NOTHING);
	const named = (which: (tool: McpTool) => boolean): readonly string[] => tools.filter(which).map(({ name }) => name);
	const stateOf = (tool: McpTool | undefined): string => `${tool?.seen?.digest} ${tool?.seen?.problem}`;
	const isSame = (tool: McpTool): boolean => stateOf(tool) === stateOf(known.get(tool.name));
	return {
		tools,
		isChanged: tools.length !== before.length || !tools.every(isSame),
		quarantined: named((tool) => tool.seen !== null && !isActive(tool) && !isSame(tool)),
		removed: named((tool) => tool.seen === null && !isSame(tool)),
		restored: named((tool) => isActive(tool) && !wasActive(tool.name)),
	};
}

const NOTHING: McpTool = { name: "", pinned: null, seen: null };

/** The tools of a server that is mounted for the first time: a person mounts it as it is. */
export function pinTools(seen: readonly SeenTool[]): readonly McpTool[] {
	return seen.map(({ name, ...tool }) => ({
		name,
		seen: tool,
		pinned: tool.problem === null ? { digest: tool.digest, shown: tool.shown } : null,
	}));
}

/** Keeps what a server has now beside what was accepted; what changed is recorded. False = it is not mounted, or as something else. */
export async function takeTools(context: Context, { id, uid, defined }: McpServer, seen: readonly SeenTool[]): Promise<boolean> {
	return context.store.change(async (transaction) => {
		const mount = await findMcpServer(transaction, id);
		if (mount === null || mount.uid !== uid || mount.defined !== defined) return false;
		const { tools, isChanged, quarantined, removed, restored } = compareTools(mount.tools, seen);
		if (!isChanged) return true;
		await saveMcpServer(transaction, { ...mount, tools, version: mount.version + 1 });
		note(context, transaction, null, {
			kind: "mcp",
			agent: null,
			request: { action: "changed", server: id, quarantined, removed, restored },
			...(quarantined.length === 0 ? {} : { effect: "deny" as const, code: "tool-quarantined" }),
		});
		return true;
	});
}
