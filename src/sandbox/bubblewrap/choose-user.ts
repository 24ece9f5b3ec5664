import { statSync } from "node:fs";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** The user of the host as whom a sandbox runs. */
export interface HostUser {
	readonly uid: number;
	readonly gid: number;
}

/**
 * As whom the sandbox of a plan runs: `null` = as the caller, who is not root.
 * SECURITY: with uid 0 of the host, capabilities dropped or not, a write to core_pattern makes one root outside, and the limit of
 * processes does not count.
 */
export function chooseUser(plan: Pick<SandboxPlan, "workspace">, asked: HostUser | undefined, caller: number): HostUser | null | Refusal {
	if (caller !== 0)
		return asked === undefined || asked.uid === caller ? null : refusal("sandbox-user", "Only root can run as another user.");
	const user = asked ?? ownerOf(plan.workspace.source);
	if (user === null) return refusal("not-started", `${plan.workspace.source} is not there.`);
	if (user.uid === 0)
		return refusal(
			"sandbox-user",
			`Nothing runs as root: name another user, or give it the workspace (chown -R USER ${plan.workspace.source}).`,
		);
	// The group root opens files too.
	return user.gid === 0 ? { uid: user.uid, gid: NO_GROUP } : user;
}

const NO_GROUP = 65534;

function ownerOf(path: string): HostUser | null {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats === undefined ? null : { uid: stats.uid, gid: stats.gid };
}
