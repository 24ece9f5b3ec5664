import { type ReadOutcome, readShape, type Targets, type ToolPermission } from "../../engine/index.ts";
import { nexusToolPermissionShape } from "./nexus-shape.ts";

/** A NEXUS ToolPermission as it travels. */
export interface NexusToolPermission {
	readonly enabled?: boolean;
	readonly allowed_paths?: readonly string[] | null;
	readonly timeout?: number | null;
	readonly requires_confirmation?: boolean | null;
	readonly allowed_targets?: Targets;
}

/** `from_dict`: a dictionary as a permission, with all five forms of `allowed_targets`; an unknown one is refused. */
export function fromNexusToolPermission(dictionary: unknown): ReadOutcome<ToolPermission> {
	const read = readShape<NexusToolPermission>(dictionary, nexusToolPermissionShape, "the tool permission");
	return read.ok ? { ok: true, value: toolPermissionOf(read.value) } : read;
}

/** A checked dictionary as a permission: what it does not say is NEXUS's default. */
export function toolPermissionOf(dictionary: NexusToolPermission): ToolPermission {
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
