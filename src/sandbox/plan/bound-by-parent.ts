import { isWithin, moved } from "./paths.ts";
import { INSIDE } from "./places.ts";
import { joinPlanned, type Planned, type PlannedMount, type PlanProblem } from "./planned.ts";
import type { Missing, Mount, SandboxPlan } from "./sandbox-plan.ts";

/**
 * INVARIANT: every mount of a child lies under a mount of its parent with equal or weaker access. Places in the agents' own
 * storage compare by name, everything else by where it is on the host. What is shared, and a pattern that was mounted wider
 * than it says, is cut down to what the parent has; anything else beyond the parent is an escalation.
 */
export function boundByParent(mounts: readonly PlannedMount[], workspace: string, parent: SandboxPlan | null): Planned {
	if (parent === null) return { mounts, problems: [], missing: [] };
	return joinPlanned(...mounts.map((mount) => boundMount(mount, workspace, parent)));
}

function boundMount(mount: PlannedMount, workspace: string, parent: SandboxPlan): Planned {
	const held = mount.exempt === true || parent.mounts.some((wider) => holds(wider, mount, workspace, parent));
	if (held) return { mounts: [mount], problems: [], missing: [] };
	if (!mount.coarse && mount.cut !== true) return { mounts: [], problems: [beyond(mount, parent)], missing: [] };
	const narrowed = parent.mounts.flatMap((narrower) => cutDown(mount, narrower, workspace, parent));
	return { mounts: narrowed, problems: [], missing: lost(mount, narrowed, parent.agent) };
}

/** What is said of a mount that was cut down. */
function lost(mount: PlannedMount, narrowed: readonly PlannedMount[], parent: string): readonly Missing[] {
	const say = (why: string): readonly Missing[] => [{ what: mount.what, why }];
	if (narrowed.length === 0) return say(`The sandbox of its parent '${parent}' has nothing of '${mount.source}'.`);
	const readOnly = mount.writable && !narrowed.some(({ writable }) => writable);
	return readOnly ? say(`The sandbox of its parent '${parent}' cannot write '${mount.source}' itself: read-only.`) : [];
}

/** Whether a parent's mount covers a child's. */
function holds(wider: Mount, mount: PlannedMount, workspace: string, parent: SandboxPlan): boolean {
	if (mount.writable && !wider.writable) return false;
	if (wider.source !== null && isWithin(mount.source, wider.source)) return true;
	return mount.own && isWithin(byName(mount.target, workspace), byName(wider.target, parent.workspace.target));
}

/** What a parent's narrower mount leaves of a child's. */
function cutDown(mount: PlannedMount, narrower: Mount, workspace: string, parent: SandboxPlan): readonly PlannedMount[] {
	const access = { writable: mount.writable && narrower.writable, ...(narrower.file === true ? { file: true as const } : {}) };
	if (narrower.source !== null && isWithin(narrower.source, mount.source)) {
		return [{ ...mount, ...access, source: narrower.source, target: moved(narrower.source, mount.source, mount.target) }];
	}
	const own = byName(mount.target, workspace);
	const theirs = byName(narrower.target, parent.workspace.target);
	if (!mount.own || !isWithin(theirs, own)) return [];
	return [{ ...mount, ...access, source: moved(theirs, own, mount.source), target: moved(theirs, own, mount.target) }];
}

/** The path inside, as if the workspace were a managed one. */
function byName(target: string, workspace: string): string {
	return isWithin(target, workspace) ? moved(target, workspace, INSIDE.workspace) : target;
}

function beyond({ what, entry, source, writable }: PlannedMount, parent: SandboxPlan): PlanProblem {
	return {
		code: "escalation",
		exit: 1,
		what,
		message: `'${entry}' would mount '${source}'${writable ? " for writing" : ""}, which the sandbox of its parent '${parent.agent}' does not have.`,
		cure: "Ask for less, or widen and restart the parent first.",
	};
}
