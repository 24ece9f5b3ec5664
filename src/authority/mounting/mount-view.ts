import type { ShownTool } from "../../mounts/index.ts";
import type { LiveMounts } from "./live-mounts.ts";
import { isActive, type Mount, type MountDefinition, type MountedTool } from "./mount.ts";

/** A tool as a person reviews it. */
export interface ToolView {
	readonly name: string;
	readonly state: "active" | "quarantined";
	readonly digest: string;
	/** As it is now. */
	readonly current: ShownTool | null;
	/** As it was accepted, when that is something else. */
	readonly accepted: ShownTool | null;
	readonly problem: string | null;
}

/** A mounted server as a person sees it: of secrets the names. */
export interface MountView extends MountDefinition {
	readonly id: string;
	readonly state: "running" | "stopped" | "failed";
	readonly problem: string | null;
	readonly tools: readonly ToolView[];
	readonly created_at: number;
	readonly created_by: string;
	readonly version: number;
}

export function viewMount({ id, definition, tools, createdAt, createdBy, version }: Mount, live: LiveMounts): MountView {
	return {
		id,
		...definition,
		...live.stateOf(id),
		tools: tools.flatMap(viewTool),
		created_at: createdAt,
		created_by: createdBy,
		version,
	};
}

function viewTool(tool: MountedTool): readonly ToolView[] {
	const { name, seen, pinned } = tool;
	if (seen === null) return [];
	const active = isActive(tool);
	return [
		{
			name,
			state: active ? "active" : "quarantined",
			digest: seen.digest,
			current: seen.shown,
			accepted: active ? null : (pinned?.shown ?? null),
			problem: seen.problem,
		},
	];
}
