import { type ProfileOverrides, type ReadOutcome, readShape, type ToolPermission } from "../../engine/index.ts";
import { nexusOverrides } from "./nexus-overrides.ts";
import { nexusDeltaShape } from "./nexus-shape.ts";
import type { NexusToolPermission } from "./nexus-tool-permission.ts";

/** A NEXUS PermissionDelta, checked. */
interface NexusDelta {
	readonly disable_tools?: readonly string[];
	readonly enable_tools?: readonly string[];
	readonly allowed_paths?: readonly string[] | null;
	readonly add_blocked_paths?: readonly string[];
	readonly tool_overrides?: Readonly<Record<string, NexusToolPermission>>;
}

/** A NEXUS delta as overrides. Enabling a tool also allows it, which needs the right to widen; disabling always works. */
export function fromNexusDelta(delta: unknown): ReadOutcome<ProfileOverrides> {
	const read = readShape<NexusDelta>(delta, nexusDeltaShape, "the NEXUS delta");
	if (!read.ok) return read;
	const { disable_tools = [], enable_tools = [], allowed_paths, add_blocked_paths = [], tool_overrides = {} } = read.value;
	const permissions: Record<string, ToolPermission> = Object.create(null);
	for (const [tool, override] of Object.entries(tool_overrides)) permissions[tool] = { ...override };
	for (const tool of enable_tools) permissions[tool] = { ...permissions[tool], enabled: true };
	// SECURITY: last, so that a tool named in both lists is disabled.
	for (const tool of disable_tools) permissions[tool] = { ...permissions[tool], enabled: false };
	return { ok: true, value: nexusOverrides({ permissions, paths: allowed_paths, blocked: add_blocked_paths }) };
}

const DELTA_KEYS = ["disable_tools", "enable_tools", "allowed_paths", "add_blocked_paths", "tool_overrides"];

/** The object has keys of the NEXUS delta. */
export function isNexusDelta(value: unknown): boolean {
	return typeof value === "object" && value !== null && DELTA_KEYS.some((key) => Object.hasOwn(value, key));
}
