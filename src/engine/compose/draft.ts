import type { AllowedEntry, Problem, Profile, Targets, ToolPermission } from "../language/index.ts";
import { BUILT_IN_BLOCKED_PATHS } from "../terms/index.ts";
import { allowedText } from "../tool-rules/index.ts";
import type { OriginsDraft } from "./origins.ts";

/** A composition while it is being made. */
export interface Draft {
	/** Flat, as far as it has come. */
	profile: Profile;
	readonly bounds: Profile[];
	readonly within: Profile[];
	readonly origins: OriginsDraft;
	readonly problems: Problem[];
}

/** A draft that grants nothing yet. */
export function emptyDraft(): Draft {
	return { profile: {}, bounds: [], within: [], origins: new Map(), problems: [] };
}

/**
 * The profile with its blocked paths written out, when something is about to be added to them: an absent list stands for
 * the built-in one, and a list of one would take its place.
 */
export function withBlockedWritten(profile: Profile, origins: OriginsDraft): Profile {
	if (profile.filesystem?.blocked_paths) return profile;
	const entries = origins.get("filesystem.blocked_paths") ?? new Map();
	for (const entry of BUILT_IN_BLOCKED_PATHS) entries.set(entry, { layer: "built-in", definition: "built-in paths" });
	origins.set("filesystem.blocked_paths", entries);
	return withPart(profile, { filesystem: { blocked_paths: BUILT_IN_BLOCKED_PATHS } }, "add");
}

/** How lists of grants meet: inside one definition they add up; a statement that may only tighten, or an override, replaces. */
type GrantLists = "add" | "replace";

/**
 * A profile with a further part worked in. The later plain value wins, key by key; what forbids always adds up;
 * changing one field of `tools.permissions.X` keeps the others. The identity keys are the first profile's.
 */
export function withPart(base: Profile, part: Profile, lists: GrantLists): Profile {
	const merged: Writable<Profile> = { ...base };
	if (part.level !== undefined) merged.level = part.level;
	if (part.tools) merged.tools = withTools(base.tools ?? {}, part.tools, lists);
	if (part.filesystem) merged.filesystem = withFilesystem(base.filesystem ?? {}, part.filesystem, lists);
	if (part.network) merged.network = withNetwork(base.network ?? {}, part.network, lists);
	if (part.environment) {
		merged.environment = { ...base.environment, ...part.environment };
		setList(merged.environment, "allow", grants(base.environment?.allow, part.environment.allow, lists));
	}
	if (part.resources) merged.resources = { ...base.resources, ...part.resources };
	if (part.capabilities) merged.capabilities = withCapabilities(base.capabilities ?? {}, part.capabilities, lists);
	if (part.messaging) merged.messaging = withMessaging(base.messaging ?? {}, part.messaging, lists);
	if (part.events) {
		merged.events = { ...base.events, ...part.events };
		setList(merged.events, "allowed", grants(base.events?.allowed, part.events.allowed, lists));
	}
	if (part.acp) merged.acp = { ...base.acp, client_tools: { ...base.acp?.client_tools, ...part.acp.client_tools } };
	if (part.sandbox) merged.sandbox = { ...base.sandbox, ...part.sandbox };
	if (part.approvals) merged.approvals = { ...base.approvals, ...part.approvals };
	return merged;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Section<K extends keyof Profile> = NonNullable<Profile[K]>;
type Rules = readonly AllowedEntry[] | null | undefined;

function withTools(base: Section<"tools">, part: Section<"tools">, lists: GrantLists): Section<"tools"> {
	const merged: Writable<Section<"tools">> = { ...base };
	const allowed = withAllowed(base.allowed, part.allowed, lists);
	if (allowed !== undefined) merged.allowed = allowed;
	setList(merged, "disallowed", joined(base.disallowed, part.disallowed));
	setList(merged, "ask", joined(base.ask, part.ask));
	if (part.permissions) merged.permissions = withNamed(base.permissions, part.permissions, withPermission);
	if (part.declare) merged.declare = withNamed(base.declare, part.declare, (_, declaration) => declaration);
	return merged;
}

/** `null`, every known tool, takes in every list. */
function withAllowed(base: Rules, part: Rules, lists: GrantLists): Rules {
	if (part === undefined) return base;
	if (lists === "replace" || base === undefined) return part;
	if (base === null || part === null) return null;
	const held = new Set(base.map(allowedText));
	return [...base, ...part.filter((entry) => !held.has(allowedText(entry)))];
}

function withPermission(base: ToolPermission, part: ToolPermission): ToolPermission {
	const merged: Writable<ToolPermission> = { ...base, ...part };
	setList(merged, "blocked_paths", joined(base.blocked_paths, part.blocked_paths));
	if (part.arguments) merged.arguments = withNamed(base.arguments, part.arguments, (_, rule) => rule);
	return merged;
}

function withFilesystem(base: Section<"filesystem">, part: Section<"filesystem">, lists: GrantLists): Section<"filesystem"> {
	const merged: Writable<Section<"filesystem">> = { ...base, ...part };
	setList(merged, "read_paths", grants(base.read_paths, part.read_paths, lists));
	setList(merged, "write_paths", grants(base.write_paths, part.write_paths, lists));
	// `[]` is the one way to say "nothing is blocked"; who may not say so is stopped before (tighten-profile.ts).
	const cleared = part.blocked_paths?.length === 0;
	setList(merged, "blocked_paths", cleared ? [] : joined(base.blocked_paths, part.blocked_paths));
	setList(merged, "protected_paths", joined(base.protected_paths, part.protected_paths));
	return merged;
}

function withNetwork(base: Section<"network">, part: Section<"network">, lists: GrantLists): Section<"network"> {
	const merged: Writable<Section<"network">> = { ...base };
	setList(merged, "allow", grants(base.allow, part.allow, lists));
	setList(merged, "deny", joined(base.deny, part.deny));
	return merged;
}

function withCapabilities(base: Section<"capabilities">, part: Section<"capabilities">, lists: GrantLists): Section<"capabilities"> {
	if (!part.spawn) return { ...base, ...part };
	const spawn = { ...base.spawn, ...part.spawn };
	setList(spawn, "profiles", grants(base.spawn?.profiles, part.spawn.profiles, lists));
	return { ...base, ...part, spawn };
}

function withMessaging(base: Section<"messaging">, part: Section<"messaging">, lists: GrantLists): Section<"messaging"> {
	const merged: Writable<Section<"messaging">> = { ...base };
	for (const key of ["allowed_targets", "accept_from"] as const) {
		const targets = withTargets(base[key], part[key], lists);
		if (targets !== undefined) merged[key] = targets;
	}
	return merged;
}

function withTargets(base: Targets | undefined, part: Targets | undefined, lists: GrantLists): Targets | undefined {
	if (part === undefined) return base;
	if (lists === "replace" || base === null || part === null || typeof base !== "object" || typeof part !== "object") return part;
	return joined(base, part);
}

/** Records by name; a name that both have is merged, in the order of first mention. */
function withNamed<T>(
	base: Readonly<Record<string, T>> | undefined,
	part: Readonly<Record<string, T>>,
	merge: (base: T, part: T) => T,
): Readonly<Record<string, T>> {
	// SECURITY: names come from documents; without a prototype no name finds an inherited value.
	const merged: Record<string, T> = Object.assign(Object.create(null), base);
	for (const [name, value] of Object.entries(part)) {
		const before = merged[name];
		merged[name] = before === undefined ? value : merge(before, value);
	}
	return merged;
}

function grants(
	base: readonly string[] | undefined,
	part: readonly string[] | undefined,
	lists: GrantLists,
): readonly string[] | undefined {
	return lists === "replace" ? (part ?? base) : joined(base, part);
}

/** Both lists, each entry once; absent only when both are. */
function joined(base: readonly string[] | undefined, part: readonly string[] | undefined): readonly string[] | undefined {
	if (!base || !part) return part ?? base;
	return [...new Set([...base, ...part])];
}

function setList<K extends string>(section: { [key in K]?: readonly string[] }, key: K, list: readonly string[] | undefined): void {
	if (list !== undefined) section[key] = list;
}
