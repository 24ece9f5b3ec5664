import { type Catalog, composeProfile, type Profile, type ProfileOverrides, readShape, type ToolPermission } from "../../engine/index.ts";
import { type ForeignReading, foreignProblem, foreignWarning, type Move } from "./foreign-reading.ts";
import { nexusOverrides } from "./nexus-overrides.ts";
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
	const composed = composeProfile({ profile: NEXUS_LEVELS[level], overrides: overridesOf(read.value) }, catalog, { mayWiden: true });
	if (!composed.ok)
		return {
			ok: false,
			problems: composed.problems.map((problem) => ({ ...problem, path: problem.path === "profile" ? "level" : problem.path })),
		};
	const { name, description } = read.value;
	const profile: Profile = {
		...composed.composition.profile,
		...(name === undefined ? {} : { name }),
		...(description === undefined ? {} : { description }),
		level,
	};
	return { ok: true, profile, warnings: warningsOf(read.value), moves: MOVES };
}

function levelOf({ effective_policy, level, base_preset, extends: base }: NexusPermissions): NexusLevel | undefined {
	const said = effective_policy?.level ?? level ?? base_preset ?? base;
	return said === "yolo" || said === "trusted" || said === "sandboxed" ? said : undefined;
}

function overridesOf(nexus: NexusPermissions): ProfileOverrides {
	return nexusOverrides({
		permissions: saidPermissions(nexus.tool_permissions ?? {}),
		paths: nexus.effective_policy?.allowed_paths ?? nexus.allowed_paths,
		blocked: [...(nexus.blocked_paths ?? []), ...(nexus.effective_policy?.blocked_paths ?? [])],
		network: nexus.network_access,
	});
}

/** Field by field: what the dictionary leaves out or sets to null stays as the level has it. */
function saidPermissions(permissions: Readonly<Record<string, NexusToolPermission>>): Readonly<Record<string, ToolPermission>> {
	const said: Record<string, ToolPermission> = Object.create(null);
	for (const [tool, permission] of Object.entries(permissions)) {
		said[tool] = Object.fromEntries(Object.entries(permission).filter(([, value]) => value !== null));
	}
	return said;
}

function warningsOf(nexus: NexusPermissions) {
	const allowances = nexus.write_allowances ?? nexus.session_allowances;
	const given = typeof allowances === "object" && allowances !== null && Object.keys(allowances).length > 0;
	return [
		...(nexus.default_tool_timeout
			? [foreignWarning("not-held", "default_tool_timeout", "there is no timeout for all tools; give tools a timeout of their own")]
			: []),
		...(given
			? [foreignWarning("not-held", "write_allowances", "what a person allowed in NEXUS is not taken over; it needs a grant here")]
			: []),
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
