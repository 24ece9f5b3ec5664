import { existsSync } from "node:fs";
import { join } from "node:path";
import { configurationHome } from "../../platform/index.ts";
import type { ServerReply } from "../../points/socket/index.ts";
import type { ChosenPermissions } from "./chosen-permissions.ts";
import type { RunOptions } from "./run-words.ts";

/** Where a project keeps definitions; an empty `.writ` may be the stub of another program's sandbox. */
const FOLDERS = ["profiles", "fragments", "agents"];
const DEFAULT_PROFILE = "interactive";

/**
 * A shipped name is for the authority to look up. A file, and names in a home or a workspace that has definitions of its own, are worked
 * out here: the authority has read the home's when it started, and never sees the others.
 */
export async function choosePermissions(
	{ profile, agent, home }: RunOptions,
	workspace: string | null,
	directory: string,
): Promise<ChosenPermissions> {
	const hasProject = workspace !== null && FOLDERS.some((folder) => existsSync(join(workspace, ".writ", folder)));
	const isOwn = hasOwn(configurationHome(home), profile ?? DEFAULT_PROFILE, agent);
	if (!hasProject && !isOwn && !isFile(profile) && !isFile(agent)) return { ok: true, data: byName(profile, agent) };
	const { composeOwn } = await import("./compose-own.ts");
	const words = agent === undefined ? { profile: profile ?? DEFAULT_PROFILE } : { agent, profile };
	return composeOwn(words, home, workspace ?? directory, directory);
}

/** Whether the person has written the profile or the agent. */
function hasOwn(home: string, profile: string, agent: string | undefined): boolean {
	const files = [
		...[".yaml", ".yml"].map((ending) => join("profiles", `${profile}${ending}`)),
		...(agent === undefined ? [] : [".yaml", ".yml", ".md"].map((ending) => join("agents", `${agent}${ending}`))),
	];
	return files.some((file) => existsSync(join(home, file)));
}

function byName(profile: string | undefined, agent: string | undefined): ServerReply {
	if (agent === undefined) return { permission_profile: profile ?? DEFAULT_PROFILE };
	return profile === undefined ? { profile: agent } : { profile: agent, permission_profile: profile };
}

function isFile(word: string | undefined): boolean {
	return word !== undefined && (/^\.{0,2}\//.test(word) || /\.(yaml|yml|json|md)$/.test(word));
}
