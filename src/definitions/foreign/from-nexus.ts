import { readShape } from "../../engine/match/index.ts";
import type { Catalog, Profile, ToolPermission } from "../../engine/vocabulary/index.ts";
import { flatProfile } from "./flat-profile.ts";
import { type ForeignReading, foreignProblem, foreignWarning, type Move } from "./foreign-reading.ts";
import { nexusShape } from "./nexus-shape.ts";
import type { NexusToolPermission } from "./nexus-tool-permission.ts";

/** The profile that stands for each level of NEXUS. */
export const NEXUS_LEVELS = { yolo: "nexus/yolo", trusted: "nexus/trusted", sandboxed: "sandboxed" } as const;
export type NexusLevel = keyof typeof NEXUS_LEVELS;

/** A NEXUS permission object, checked. */
interface NexusPermissions {
	readonly name?: string;
	readonly description?: string;
	readonly level?: NexusLevel;
	readonly base_preset?: string;
	readonly extends?: string;
	readonly allowed_paths?: readonly string[] | null;
	readonly blocked_paths?: readonly string[];
	readonly network_access?: boolean;
	readonly tool_permissions?: Readonly<Record<string, NexusToolPermission>>;
	readonly default_tool_timeout?: number | null;
	readonly effective_policy?: Pick<NexusPermissions, "allowed_paths" | "blocked_paths"> & { readonly level: NexusLevel };
	readonly write_allowances?: unknown;
	readonly session_allowances?: unknown;
}

/**
 * A NEXUS permission object as a profile. It starts from the profile of its `level`; `allowed_paths` takes the place of
 * both path lists, as NEXUS means it, and the result stands alone: extending the profile would add its paths again.
 */
export function fromNexus(dictionary: unknown, catalog: Catalog): ForeignReading {
	const read = readShape<NexusPermissions>(dictionary, nexusShape, "the NEXUS permissions");
	if (!read.ok) return read;
	const level = levelOf(read.value);
	if (!level) {
		const hint = `add level: ${Object.keys(NEXUS_LEVELS).join(", ")}`;
		return { ok: false, problems: [foreignProblem("missing-key", "", "the NEXUS permissions have no level", hint)] };
	}
	const base = flatProfile(NEXUS_LEVELS[level], catalog, "level");
	if (!base.ok) return base;
	return { ok: true, profile: worked(read.value, level, base.profile), warnings: warningsOf(read.value), moves: MOVES };
}

function levelOf({ effective_policy, level, base_preset, extends: base }: NexusPermissions): NexusLevel | undefined {
	const said = effective_policy?.level ?? level ?? base_preset ?? base;
	return said === "yolo" || said === "trusted" || said === "sandboxed" ? said : undefined;
}

function worked(nexus: NexusPermissions, level: NexusLevel, base: Profile): Profile {
	const permissions = nexus.tool_permissions ?? {};
	const paths = nexus.effective_policy?.allowed_paths ?? nexus.allowed_paths;
	const blocked = [...(nexus.blocked_paths ?? []), ...(nexus.effective_policy?.blocked_paths ?? [])];
	return {
		...base,
		...(nexus.name === undefined ? {} : { name: nexus.name }),
		...(nexus.description === undefined ? {} : { description: nexus.description }),
		level,
		tools: { ...base.tools, ...allowedOf(base, permissions), permissions: mergePermissions(base, permissions) },
		filesystem: {
			...base.filesystem,
			...(paths ? { read_paths: paths, write_paths: paths } : {}),
			...(blocked.length > 0 ? { blocked_paths: [...(base.filesystem?.blocked_paths ?? []), ...blocked] } : {}),
		},
		capabilities: { ...base.capabilities, ...(nexus.network_access === undefined ? {} : { network_access: nexus.network_access }) },
	};
}

/** What is enabled in so many words is allowed too. */
function allowedOf(base: Profile, permissions: Readonly<Record<string, NexusToolPermission>>): Pick<NonNullable<Profile["tools"]>, "allowed"> {
	const before = base.tools?.allowed;
	if (before === null) return { allowed: null };
	const enabled = Object.keys(permissions).filter((tool) => permissions[tool]?.enabled === true);
	return { allowed: [...new Set([...(before ?? []), ...enabled])] };
}

/** Field by field: what the dictionary does not say stays as the level has it. */
function mergePermissions(base: Profile, permissions: Readonly<Record<string, NexusToolPermission>>): Readonly<Record<string, ToolPermission>> {
	const merged: Record<string, ToolPermission> = Object.assign(Object.create(null), base.tools?.permissions);
	for (const [tool, permission] of Object.entries(permissions)) {
		const said = Object.fromEntries(Object.entries(permission).filter(([, value]) => value !== null));
		merged[tool] = { ...merged[tool], ...said };
	}
	return merged;
}

function warningsOf(nexus: NexusPermissions) {
	const allowances = nexus.write_allowances ?? nexus.session_allowances;
	const given = typeof allowances === "object" && allowances !== null && Object.keys(allowances).length > 0;
	return [
		...(nexus.default_tool_timeout ? [foreignWarning("not-held", "default_tool_timeout", "there is no timeout for all tools; give tools a timeout of their own")] : []),
		...(given ? [foreignWarning("not-held", "write_allowances", "what a person allowed in NEXUS is not taken over; it needs a grant here")] : []),
	];
}

const MOVES: readonly Move[] = [
	["tools.permissions", "tool_permissions"],
	["filesystem.read_paths", "effective_policy.allowed_paths"],
	["filesystem.write_paths", "effective_policy.allowed_paths"],
	["filesystem.read_paths", "allowed_paths"],
	["filesystem.write_paths", "allowed_paths"],
	["filesystem.blocked_paths", "blocked_paths"],
	["capabilities.network_access", "network_access"],
	["level", "level"],
	["name", "name"],
	["description", "description"],
];
