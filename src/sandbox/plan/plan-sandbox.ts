import type { Writ } from "../../engine/index.ts";
import { arrangeMounts } from "./arrange-mounts.ts";
import { boundByParent } from "./bound-by-parent.ts";
import { coverPaths } from "./cover-paths.ts";
import { deniedPaths } from "./denied-paths.ts";
import { holdQuota } from "./hold-quota.ts";
import { isWithin } from "./is-within.ts";
import { mountGrants } from "./mount-grants.ts";
import { mountMode } from "./mount-mode.ts";
import { INSIDE, placeTargets } from "./place-targets.ts";
import { planEnvironment } from "./plan-environment.ts";
import type { PlanFacts } from "./plan-facts.ts";
import { planLevel } from "./plan-level.ts";
import { planNetwork } from "./plan-network.ts";
import type { PlanProblem } from "./plan-problem.ts";
import { joinPlanned, type PlannedMount } from "./planned-mount.ts";
import type { Mount, SandboxPlan, Workspace } from "./sandbox-plan.ts";

/** A plan, or everything that speaks against one. */
export type PlanOutcome =
	| { readonly ok: true; readonly plan: SandboxPlan }
	| { readonly ok: false; readonly problems: readonly PlanProblem[] };

const MEMORY_MB = 64;
const OPEN_FILES = 1024;

/** From what an agent may do to what its processes can see: pure, so that a plan can be shown, compared and tested as data. */
export function planSandbox(writ: Writ, given: PlanFacts): PlanOutcome {
	const facts = { ...given, look: lookOnce(given.look) };
	const { sandbox, filesystem, resources } = writ.terms;
	const inside = placeTargets(writ, facts.managed);
	const source = writ.places.real.workspace ?? "/";
	const place = { source, target: inside(source, "workspace"), managed: facts.managed };

	const wanted = joinPlanned(mountGrants(writ, facts, inside), mountMode(writ, facts));
	const bound = boundByParent(withoutBlocked(wanted.mounts, writ, facts.home), place.target, facts.parent?.plan ?? null);
	const arranged = arrangeMounts(bound.mounts);
	const quota = holdQuota(arranged, place, writ);
	const mounts = [...memory(), ...quota.mounts];
	const covered = coverPaths(mounts, place, writ, facts);
	const network = planNetwork(writ);
	const { environment, missing: notPassed } = planEnvironment(writ, network.proxyPort, facts.environment);
	const level = planLevel(writ, facts.level, network.allow);

	const problems = [wanted, bound, quota, covered, level].flatMap((step) => step.problems);
	if (problems.length > 0) return { ok: false, problems: unique(problems) };
	const workspace: Workspace = { ...place, writable: quota.mounts.some((mount) => mount.writable && isWithin(mount.target, place.target)) };
	const present = quota.mounts.some(({ target }) => isWithin(target, place.target) || isWithin(place.target, target));
	return {
		ok: true,
		plan: {
			agent: writ.agent,
			mode: sandbox.mode,
			level: sandbox.minimum_level,
			mounts: [...mounts, ...covered.pins],
			links: links(mounts, place.target, present),
			readOnly: covered.readOnly,
			masks: covered.masks,
			workspace,
			workdir: present ? place.target : INSIDE.home,
			environment,
			network,
			limits: {
				processes: resources.max_processes,
				memoryMb: resources.max_memory_mb,
				fileSizeMb: filesystem.max_file_size_mb,
				totalSizeMb: filesystem.max_total_size_mb,
				runtimeSeconds: resources.max_runtime_seconds,
				openFiles: OPEN_FILES,
			},
			quota: sandbox.quota,
			coarse: [...new Set(arranged.filter(({ coarse }) => coarse).map(({ entry }) => entry))],
			missing: unique([wanted, bound, quota, covered, level, { missing: notPassed }].flatMap((step) => step.missing)),
		},
	};
}

/** INVARIANT: one plan sees one state of the disk, however often it asks for a path. */
function lookOnce(look: PlanFacts["look"]): PlanFacts["look"] {
	const seen = new Map<string, ReturnType<PlanFacts["look"]>>();
	return (path) => {
		const entry = seen.get(path) ?? look(path);
		seen.set(path, entry);
		return entry;
	};
}

/** What is the agent's own for as long as it runs. */
function memory(): readonly Mount[] {
	return ["/dev/shm", "/tmp", INSIDE.home].map((target) => ({ kind: "tmpfs", source: null, target, writable: true, sizeMb: MEMORY_MB }));
}

/** A blocked tree is absent, whatever else grants it. */
function withoutBlocked(mounts: readonly PlannedMount[], writ: Writ, home: string): readonly PlannedMount[] {
	const isBlocked = deniedPaths(writ.terms.filesystem.blocked_paths, writ, home);
	return mounts.filter(({ source, target }) => !isBlocked(source, target));
}

/** Names under which a place is known, where it is mounted elsewhere. */
function links(mounts: readonly Mount[], workspace: string, present: boolean): SandboxPlan["links"] {
	return [
		...(present && workspace !== INSIDE.workspace ? [{ at: INSIDE.workspace, to: workspace }] : []),
		...(mounts.some(({ target }) => isWithin(target, INSIDE.operator)) ? [{ at: "/_shared", to: INSIDE.operator }] : []),
	];
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
	return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
