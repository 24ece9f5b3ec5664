import { canonicalToolName, type Profile, TOOLS, type ToolEntry, type ToolPermission } from "../../engine/index.ts";
import type { ForeignWriting } from "./foreign-reading.ts";
import type { NexusLevel } from "./from-nexus.ts";
import { type NexusToolPermission, toNexusToolPermission } from "./nexus-tool-permission.ts";
import { CONDITIONAL_LOSS, plainRules } from "./plain-rules.ts";

/** The permissions of an agent in the form that NEXUS reads. */
export interface NexusDictionary {
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
			level: levelOf(profile),
			allowed_paths: read,
			...(blocked.length > 0 ? { blocked_paths: blocked } : {}),
			network_access: profile.capabilities?.network_access ?? false,
			tool_permissions: Object.fromEntries(entries),
		},
		loss: [...loss, ...lossOf(profile)],
	};
}

/** A label that NEXUS does not know becomes the strictest that it does. */
function levelOf({ level }: Profile): NexusLevel {
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
