import {
	type Catalog,
	canonicalToolName,
	composeProfile,
	type Infer,
	type Profile,
	type ProfileOverrides,
	type ReadOutcome,
	readShape,
	type Shape,
	TOOLS,
	type ToolEntry,
	type ToolPermission,
} from "../../engine/index.ts";
import {
	CONDITIONAL_LOSS,
	type ForeignReading,
	type ForeignWriting,
	foreignProblem,
	foreignWarning,
	type Move,
	plainRules,
} from "./foreign-reading.ts";

/** The profile that stands for each level of NEXUS. */
const NEXUS_LEVELS = { yolo: "nexus/yolo", trusted: "nexus/trusted", sandboxed: "sandboxed" } as const;
type NexusLevel = keyof typeof NEXUS_LEVELS;

/** A NEXUS permission object, checked. */
type NexusPermissions = Infer<typeof nexusShape>;

/**
 * A NEXUS permission object as a profile. It starts from the profile of its `level`; `allowed_paths` takes the place of
 * both path lists, as NEXUS means it, and the result stands alone: extending the profile would add its paths again.
 */
export function fromNexus(dictionary: unknown, catalog: Catalog): ForeignReading {
	const read = readShape(dictionary, nexusShape, "the NEXUS permissions");
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

/** A NEXUS delta as overrides. Enabling a tool also allows it, which needs the right to widen; disabling always works. */
export function fromNexusDelta(delta: unknown): ReadOutcome<ProfileOverrides> {
	const read = readShape(delta, nexusDeltaShape, "the NEXUS delta");
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

/** What a NEXUS dictionary changes in the profile that it starts from. */
interface NexusChanges {
	readonly permissions: Readonly<Record<string, ToolPermission>>;
	/** `null` or absent: as the profile has them. */
	readonly paths?: readonly string[] | null | undefined;
	readonly blocked?: readonly string[];
	readonly network?: boolean | undefined;
}

/** Changes in the NEXUS form as overrides: paths take the place of both lists, and a tool that is enabled in so many words is allowed. */
function nexusOverrides({ permissions, paths, blocked = [], network }: NexusChanges): ProfileOverrides {
	const enabled = Object.keys(permissions).filter((tool) => permissions[tool]?.enabled === true);
	const tools = {
		...(enabled.length > 0 ? { allowed_add: enabled } : {}),
		...(Object.keys(permissions).length > 0 ? { permissions } : {}),
	};
	const filesystem = {
		...(paths ? { read_paths: paths, write_paths: paths } : {}),
		...(blocked.length > 0 ? { blocked_paths: blocked } : {}),
	};
	return {
		...(Object.keys(tools).length > 0 ? { tools } : {}),
		...(Object.keys(filesystem).length > 0 ? { filesystem } : {}),
		...(network === undefined ? {} : { capabilities: { network_access: network } }),
	};
}

const texts = { kind: "list", of: { kind: "text", minLength: 1 } } as const satisfies Shape;
const paths = { kind: "nullable", of: texts, nullMeans: "not restricted" } as const satisfies Shape;
const flag = { kind: "boolean" } as const satisfies Shape;

/** The five forms of `allowed_targets`. SECURITY: any other form is refused; the plan of seed 000 would let it pass. */
const targets = {
	kind: "nullable",
	of: { kind: "union", of: [{ kind: "choice", of: ["parent", "children", "family"] }, texts] },
} as const satisfies Shape;

/** The dictionary of a NEXUS ToolPermission. */
const nexusToolPermissionShape = {
	kind: "object",
	keys: {
		enabled: flag,
		allowed_paths: paths,
		timeout: { kind: "nullable", of: { kind: "number", minimum: 0 } },
		requires_confirmation: { kind: "nullable", of: flag },
		allowed_targets: targets,
	},
} as const satisfies Shape;

const toolPermissions = { kind: "record", key: "tool", of: nexusToolPermissionShape } as const satisfies Shape;
const level = { kind: "choice", of: ["yolo", "trusted", "sandboxed"] } as const satisfies Shape;

/** A NEXUS permission object: a preset as people write it, or the permissions of an agent as NEXUS sends them. */
const nexusShape = {
	kind: "object",
	keys: {
		name: { kind: "text" },
		description: { kind: "text", maxLength: 100_000 },
		level,
		base_preset: { kind: "text" },
		extends: { kind: "text" },
		allowed_paths: paths,
		blocked_paths: texts,
		network_access: flag,
		tool_permissions: toolPermissions,
		default_tool_timeout: { kind: "nullable", of: { kind: "number", minimum: 0 } },
		effective_policy: {
			kind: "object",
			required: ["level"],
			keys: { level, allowed_paths: paths, blocked_paths: texts, cwd: { kind: "text" }, frozen: flag },
		},
		// State of a running NEXUS agent, which grants nothing here.
		write_allowances: { kind: "anything" },
		session_allowances: { kind: "anything" },
		parent_agent_id: { kind: "nullable", of: { kind: "text" } },
		depth: { kind: "number", minimum: 0, integer: true },
	},
} as const satisfies Shape;

/** Changes to a preset, in the NEXUS form. */
const nexusDeltaShape = {
	kind: "object",
	keys: { disable_tools: texts, enable_tools: texts, allowed_paths: paths, add_blocked_paths: texts, tool_overrides: toolPermissions },
} as const satisfies Shape;

/** A NEXUS ToolPermission as it travels. */
type NexusToolPermission = Infer<typeof nexusToolPermissionShape>;

/** `from_dict`: a dictionary as a permission, with all five forms of `allowed_targets`; an unknown one is refused. */
export function fromNexusToolPermission(dictionary: unknown): ReadOutcome<ToolPermission> {
	const read = readShape(dictionary, nexusToolPermissionShape, "the tool permission");
	return read.ok ? { ok: true, value: toolPermissionOf(read.value) } : read;
}

/** A checked dictionary as a permission: what it does not say is NEXUS's default. */
function toolPermissionOf(dictionary: NexusToolPermission): ToolPermission {
	return {
		enabled: dictionary.enabled ?? true,
		allowed_paths: dictionary.allowed_paths ?? null,
		timeout: dictionary.timeout ?? null,
		requires_confirmation: dictionary.requires_confirmation ?? null,
		allowed_targets: dictionary.allowed_targets ?? null,
	};
}

/** `to_dict`: a permission as a dictionary; nulls are left out, `enabled` is always said. */
export function toNexusToolPermission(permission: ToolPermission): NexusToolPermission {
	const { enabled = true, allowed_paths = null, timeout = null, requires_confirmation = null, allowed_targets = null } = permission;
	return {
		enabled,
		...(allowed_paths === null ? {} : { allowed_paths }),
		...(timeout === null ? {} : { timeout }),
		...(requires_confirmation === null ? {} : { requires_confirmation }),
		...(allowed_targets === null ? {} : { allowed_targets }),
	};
}

/** The permissions of an agent in the form that NEXUS reads. */
interface NexusDictionary {
	readonly level: NexusLevel;
	readonly allowed_paths: readonly string[];
	readonly blocked_paths?: readonly string[];
	readonly network_access: boolean;
	readonly tool_permissions: Readonly<Record<string, NexusToolPermission>>;
}

/**
 * A flat profile as a NEXUS dictionary, never wider than the profile: a NEXUS tool that the profile allows only in part
 * is disabled, and a tool that writes gets the write paths. What NEXUS cannot say is listed as loss.
 */
export function toNexus(profile: Profile): ForeignWriting<NexusDictionary> {
	const loss: string[] = [];
	const read = profile.filesystem?.read_paths ?? [];
	const blocked = profile.filesystem?.blocked_paths ?? [];
	const entries = TOOLS.filter(({ family }) => family === "nexus").map(
		(entry) => [entry.name, permissionOf(entry, profile, loss)] as const,
	);
	return {
		dictionary: {
			level: nexusLevelOf(profile),
			allowed_paths: read,
			...(blocked.length > 0 ? { blocked_paths: blocked } : {}),
			network_access: profile.capabilities?.network_access ?? false,
			tool_permissions: Object.fromEntries(entries),
		},
		loss: [...loss, ...lossOf(profile)],
	};
}

/** A label that NEXUS does not know becomes the strictest that it does. */
function nexusLevelOf({ level }: Profile): NexusLevel {
	return level === "yolo" || level === "trusted" ? level : "sandboxed";
}

function permissionOf(entry: ToolEntry, profile: Profile, loss: string[]): NexusToolPermission {
	const { disallowed = [], ask = [] } = profile.tools ?? {};
	const allowed = plainRules(profile.tools?.allowed);
	const { stated, disabled } = statedFor(entry.name, profile);
	const whole = (allowed ?? []).some((rule) => !rule.includes("(") && namesTool(rule, entry.name));
	const partly = (allowed ?? []).find((rule) => rule.includes("(") && namesTool(rule, entry.name));
	const forbidden = disabled || disallowed.some((rule) => namesTool(rule, entry.name));
	if (partly !== undefined && !whole) loss.push(`NEXUS cannot allow ${entry.name} in part (${partly}): it is disabled`);
	const writes = (entry.writes ?? []).length > 0;
	const paths = stated?.allowed_paths ?? profile.filesystem?.write_paths ?? [];
	if (forbidden || (allowed !== null && !whole) || (writes && paths.length === 0)) return { enabled: false };
	if (stated?.arguments || stated?.blocked_paths) loss.push(`NEXUS has no rules for single arguments or blocked paths of ${entry.name}`);
	const asks = stated?.requires_confirmation ?? (ask.some((rule) => namesTool(rule, entry.name)) ? true : null);
	return toNexusToolPermission({ ...stated, enabled: true, ...(writes ? { allowed_paths: paths } : {}), requires_confirmation: asks });
}

/** Details of the tool, under any of its names; one that switches it off is enough. */
function statedFor(tool: string, profile: Profile): { readonly stated: ToolPermission | undefined; readonly disabled: boolean } {
	const permissions = Object.entries(profile.tools?.permissions ?? {}).filter(([name]) => namesTool(name, tool));
	const own = permissions.find(([name]) => name === tool) ?? permissions[0];
	return { stated: own?.[1], disabled: permissions.some(([, { enabled }]) => enabled === false) };
}

/** The name in a rule, stars included, means this tool or another name of it. */
function namesTool(rule: string, tool: string): boolean {
	const name = rule.replace(/\(.*$/s, "").trim();
	if (!name.includes("*")) return canonicalToolName(name) === canonicalToolName(tool);
	const expression = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, (character) => (character === "*" ? ".*" : `\\${character}`))}$`);
	return expression.test(tool) || expression.test(canonicalToolName(tool));
}

function lossOf(profile: Profile): readonly string[] {
	const { network, resources, filesystem, messaging, sandbox, environment } = profile;
	return [
		...(network?.allow && !network.allow.includes("*") && profile.capabilities?.network_access
			? ["NEXUS has no list of hosts: the network is open or closed"]
			: []),
		...(profile.tools?.allowed?.some((entry) => typeof entry !== "string") ? [CONDITIONAL_LOSS] : []),
		...(resources ? ["NEXUS holds no limits of tokens, cost or processes"] : []),
		...(filesystem?.protected_paths ? ["NEXUS has no protected paths"] : []),
		...(messaging ? ["NEXUS restricts targets for each tool only"] : []),
		...(sandbox || environment ? ["NEXUS starts no sandbox of its own"] : []),
	];
}
