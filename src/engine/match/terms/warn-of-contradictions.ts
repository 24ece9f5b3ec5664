import type { Profile } from "../../vocabulary/index.ts";
import { quoteText } from "../shape/index.ts";
import { type Notes, noteWarning } from "./notes.ts";

/** Warns of grants that the same profile takes away again: what forbids wins, and a person may have meant otherwise. */
export function warnOfContradictions(notes: Notes, profile: Profile): void {
	const { tools = {}, filesystem = {}, network = {} } = profile;
	const allowed = tools.allowed?.map((entry) => (typeof entry === "string" ? entry : entry.rule)) ?? [];
	warnOfBoth(notes, "tools.allowed", allowed, tools.disallowed, "disallowed");
	warnOfBoth(notes, "network.allow", network.allow, network.deny, "denied");
	warnOfBoth(notes, "filesystem.read_paths", filesystem.read_paths, filesystem.blocked_paths, "blocked");
	warnOfBoth(notes, "filesystem.write_paths", filesystem.write_paths, filesystem.blocked_paths, "blocked");
	warnOfBoth(notes, "filesystem.write_paths", filesystem.write_paths, filesystem.protected_paths, "protected");
	const disabled = Object.entries(tools.permissions ?? {}).flatMap(([tool, { enabled }]) => (enabled === false ? [tool] : []));
	warnOfBoth(notes, "tools.allowed", allowed, disabled, "switched off under tools.permissions");
	if ((network.allow ?? []).length > 0 && profile.capabilities?.network_access !== true) {
		noteWarning(
			notes,
			{ dimension: "network.allow", entry: network.allow?.[0] ?? "" },
			"contradiction",
			"hosts are allowed but capabilities.network_access is not true, so none is reached",
			"set capabilities.network_access: true",
		);
	}
	warnOfNoPaths(notes, profile, allowed);
	if (filesystem.blocked_paths && filesystem.blocked_paths.length > 0 && !filesystem.blocked_paths.some(namesSecrets)) {
		noteWarning(
			notes,
			{ dimension: "filesystem.blocked_paths", entry: filesystem.blocked_paths[0] ?? "" },
			"secrets-open",
			"this list stands in place of the built-in list of secrets, which no longer applies",
			"add **/.env, **/.ssh and the like to the list if they should stay closed",
		);
	}
}

/** Rules for files choose among the paths of the profile: without a list there is nothing to choose from. */
function warnOfNoPaths(notes: Notes, { filesystem = {} }: Profile, allowed: readonly string[]): void {
	for (const [index, entry] of allowed.entries()) {
		const writes = /^(?:Edit|Write|MultiEdit)\(/.test(entry);
		const paths = writes ? filesystem.write_paths : filesystem.read_paths;
		if ((!writes && !/^Read\(/.test(entry)) || (paths ?? []).length > 0) continue;
		const list = writes ? "write_paths" : "read_paths";
		noteWarning(
			notes,
			{ dimension: "tools.allowed", entry, index },
			"contradiction",
			`${quoteText(entry)} allows nothing: filesystem.${list} is empty, and a rule only chooses among its paths`,
			`add ./workspace (the project itself) or a part of it, as in ./src, to filesystem.${list}`,
		);
	}
}

function warnOfBoth(notes: Notes, dimension: string, granted: readonly string[] = [], taken: readonly string[] = [], how: string): void {
	const forbidden = new Set(taken);
	granted.forEach((entry, index) => {
		if (forbidden.has(entry))
			noteWarning(
				notes,
				{ dimension, entry, index },
				"contradiction",
				`${quoteText(entry)} is granted and ${how}: it stays forbidden`,
				"remove one of the two",
			);
	});
}

function namesSecrets(entry: string): boolean {
	return /(?:^|\/)\.(?:env|ssh)\b/.test(entry);
}
