import type { ProfileOverrides, ToolPermission } from "../../engine/index.ts";

/** What a NEXUS dictionary changes in the profile that it starts from. */
export interface NexusChanges {
	readonly permissions: Readonly<Record<string, ToolPermission>>;
	/** `null` or absent: as the profile has them. */
	readonly paths?: readonly string[] | null | undefined;
	readonly blocked?: readonly string[];
	readonly network?: boolean | undefined;
}

/** Changes in the NEXUS form as overrides: paths take the place of both lists, and a tool that is enabled in so many words is allowed. */
export function nexusOverrides({ permissions, paths, blocked = [], network }: NexusChanges): ProfileOverrides {
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
