import type { Profile } from "../../engine/index.ts";
import { CONDITIONAL_LOSS, type ForeignWriting, plainRules } from "./foreign-reading.ts";

/** A permission object as KSI sends it: five sections, everything said. */
export interface KsiDictionary {
	readonly level: string;
	readonly tools: { readonly allowed: readonly string[] | null; readonly disallowed: readonly string[] };
	readonly filesystem: {
		readonly sandbox_root: string;
		readonly read_paths: readonly string[];
		readonly write_paths: readonly string[];
		readonly max_file_size_mb: number | null;
		readonly max_total_size_mb: number | null;
		readonly allow_symlinks: boolean;
	};
	readonly resources: {
		readonly max_tokens_per_request: number | null;
		readonly max_total_tokens: number | null;
		readonly max_requests_per_minute: number | null;
	};
	readonly capabilities: {
		readonly multi_agent_todo: boolean;
		readonly agent_messaging: boolean;
		readonly spawn_agents: boolean;
		readonly network_access: boolean;
	};
}

const KSI_LEVELS = new Set(["restricted", "standard", "trusted", "researcher", "custom"]);

/** A flat profile as a KSI permission object, never wider than the profile. What KSI cannot say is listed as loss. */
export function toKsi(profile: Profile): ForeignWriting<KsiDictionary> {
	const { tools = {}, filesystem = {}, resources = {}, capabilities = {}, level = "custom" } = profile;
	const asked = tools.ask ?? [];
	const plain = plainRules(tools.allowed);
	const everyHost = profile.network === undefined || (profile.network.allow?.includes("*") === true && !profile.network.deny?.length);
	return {
		dictionary: {
			level: KSI_LEVELS.has(level) ? level : "custom",
			// KSI cannot ask, so what would be asked is not allowed.
			tools: { allowed: plain, disallowed: [...(tools.disallowed ?? []), ...asked] },
			filesystem: {
				sandbox_root: filesystem.sandbox_root ?? "./workspace",
				read_paths: filesystem.read_paths ?? [],
				write_paths: filesystem.write_paths ?? [],
				max_file_size_mb: filesystem.max_file_size_mb === undefined ? 10 : filesystem.max_file_size_mb,
				max_total_size_mb: filesystem.max_total_size_mb === undefined ? 100 : filesystem.max_total_size_mb,
				allow_symlinks: filesystem.allow_symlinks === true,
			},
			resources: {
				max_tokens_per_request: resources.max_tokens_per_request === undefined ? 50_000 : resources.max_tokens_per_request,
				max_total_tokens: resources.max_total_tokens === undefined ? 500_000 : resources.max_total_tokens,
				max_requests_per_minute: resources.max_requests_per_minute === undefined ? 30 : resources.max_requests_per_minute,
			},
			capabilities: {
				multi_agent_todo: capabilities.multi_agent_todo ?? false,
				agent_messaging: capabilities.agent_messaging ?? false,
				spawn_agents: capabilities.spawn_agents ?? false,
				// KSI has no list of hosts: part of the network becomes no network.
				network_access: capabilities.network_access === true && everyHost,
			},
		},
		loss: [
			...(plain !== null && plain.length < (tools.allowed?.length ?? 0) ? [CONDITIONAL_LOSS] : []),
			...(asked.length > 0 ? ["KSI cannot ask: what would be asked is disallowed"] : []),
			...(capabilities.network_access && !everyHost ? ["KSI has no list of hosts: the network is closed"] : []),
			...(filesystem.allow_symlinks === "inside" ? ["KSI knows only links or no links: they are not allowed"] : []),
			...SECTIONS.filter((key) => profile[key] !== undefined).map((key) => `KSI has no ${key}`),
			...([...(plain ?? []), ...(tools.disallowed ?? [])].some((rule) => rule.includes("("))
				? ["KSI itself reads no patterns in rules"]
				: []),
			...(tools.permissions || tools.declare ? ["KSI has no details for single tools"] : []),
			...(filesystem.blocked_paths || filesystem.protected_paths ? ["KSI has no blocked or protected paths"] : []),
		],
	};
}

const SECTIONS = ["environment", "messaging", "events", "acp", "sandbox", "approvals"] as const;
