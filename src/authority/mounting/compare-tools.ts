import type { SeenTool } from "../../mounts/index.ts";
import { isActive, type MountedTool } from "./mount.ts";

/** What became of the tools of a server since it was looked at last. */
export interface ComparedTools {
	readonly tools: readonly MountedTool[];
	readonly isChanged: boolean;
	/** Names of tools that are nobody's until a person has looked at them. */
	readonly quarantined: readonly string[];
	readonly removed: readonly string[];
	/** Names of tools that can be called again. */
	readonly restored: readonly string[];
}

/** Puts the tools that a server has now beside those that were accepted; what is new or other waits for a person. */
export function compareTools(before: readonly MountedTool[], seen: readonly SeenTool[]): ComparedTools {
	const known = new Map(before.map((tool) => [tool.name, tool]));
	const now = new Map(seen.map(({ name, ...tool }) => [name, tool]));
	const kept = before.map((tool): MountedTool => ({ ...tool, seen: now.get(tool.name) ?? null }));
	const added = seen.flatMap(({ name, ...tool }): readonly MountedTool[] => (known.has(name) ? [] : [{ name, pinned: null, seen: tool }]));
	// What is gone and was never accepted is forgotten.
	const tools = [...kept, ...added].filter((tool) => tool.pinned !== null || tool.seen !== null);
	const wasActive = (name: string): boolean => isActive(known.get(name) ?? NOTHING);
	const named = (which: (tool: MountedTool) => boolean): readonly string[] => tools.filter(which).map(({ name }) => name);
	const stateOf = (tool: MountedTool | undefined): string => `${tool?.seen?.digest} ${tool?.seen?.problem}`;
	const isSame = (tool: MountedTool): boolean => stateOf(tool) === stateOf(known.get(tool.name));
	return {
		tools,
		isChanged: tools.length !== before.length || !tools.every(isSame),
		quarantined: named((tool) => tool.seen !== null && !isActive(tool) && !isSame(tool)),
		removed: named((tool) => tool.seen === null && !isSame(tool)),
		restored: named((tool) => isActive(tool) && !wasActive(tool.name)),
	};
}

const NOTHING: MountedTool = { name: "", pinned: null, seen: null };

/** The tools of a server that is mounted for the first time: a person mounts it as it is. */
export function pinTools(seen: readonly SeenTool[]): readonly MountedTool[] {
	return seen.map(({ name, ...tool }) => ({
		name,
		seen: tool,
		pinned: tool.problem === null ? { digest: tool.digest, shown: tool.shown } : null,
	}));
}
