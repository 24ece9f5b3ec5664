import { CONFINEMENT_LEVELS, type ConfinementLevel, parseHostEntry, type Writ } from "../../engine/index.ts";
import { boundByParent } from "./bound-by-parent.ts";
import { coverPaths } from "./cover-paths.ts";
import { planEnvironment } from "./environment.ts";
import { holdQuota } from "./hold-quota.ts";
import { mountGrants } from "./mount-grants.ts";
import { mountMode } from "./mount-mode.ts";
import { deniedPaths } from "./path-lists.ts";
import { depth, isWithin, moved, pathAndAbove } from "./paths.ts";
import { INSIDE, placeTargets, SCRATCH } from "./places.ts";
import type { PlanFacts } from "./plan-facts.ts";
import { joinPlanned, type PlannedMount, type PlanProblem } from "./planned.ts";
import type { Missing, Mount, SandboxPlan, Workspace } from "./sandbox-plan.ts";

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
	const own = ownPlaces(writ, facts);
	const mounts = [...own, ...quota.mounts];
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
			...(facts.found?.exposed?.length ? { exposed: facts.found.exposed } : {}),
			coarse: [...new Set(arranged.filter(({ coarse }) => coarse).map(({ entry }) => entry))],
			missing: unique(
				[wanted, bound, quota, covered, level, { missing: [...polledPlaces(writ, own), ...notPassed] }].flatMap((step) => step.missing),
			),
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

/** What is the program's own for as long as it runs: a home and a `/tmp` on the disk, unless nothing may be written there, and a little memory. */
function ownPlaces({ terms: { filesystem } }: Writ, { scratch }: PlanFacts): readonly Mount[] {
	const inMemory = (target: string): Mount => ({ kind: "tmpfs", source: null, target, writable: true, sizeMb: MEMORY_MB });
	const isClosed = filesystem.max_total_size_mb === 0 || filesystem.max_file_size_mb === 0;
	const onDisk = (target: string, name: string): Mount =>
		scratch === undefined || isClosed
			? inMemory(target)
			: { kind: "bind", source: `${scratch}/${name}`, target, writable: true, make: true };
	return [inMemory("/dev/shm"), onDisk(INSIDE.tmp, SCRATCH.tmp), onDisk(INSIDE.home, SCRATCH.home)];
}

/** Beside a hard quota, what a run has on the disk is looked at. */
function polledPlaces({ terms: { sandbox } }: Writ, mounts: readonly Mount[]): readonly Missing[] {
	const onDisk = sandbox.quota === "hard" ? mounts.filter(({ source }) => source !== null) : [];
	return onDisk.map(({ target }) => ({ what: "sandbox.quota", why: `'${target}' is on the disk: its size is held by polling (soft).` }));
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

/** Whether this machine confines as strongly as the writ asks, and what of the writ it does not hold. */
function planLevel(
	{ terms }: Writ,
	level: ConfinementLevel,
	network: boolean,
): { readonly problems: readonly PlanProblem[]; readonly missing: readonly Missing[] } {
	const least = terms.sandbox.minimum_level;
	const below = (other: ConfinementLevel): boolean => CONFINEMENT_LEVELS.indexOf(level) < CONFINEMENT_LEVELS.indexOf(other);
	const problem: PlanProblem = {
		code: "sandbox-level",
		exit: 3,
		what: "sandbox.minimum_level",
		message: `The writ asks for level ${least}, and this machine has ${level}.`,
		cure: "See `writ doctor` for what is missing and how to get it.",
	};
	const gaps: readonly (Missing | false)[] = [
		below("L4") &&
			terms.resources.max_memory_mb !== null && {
				what: "resources.max_memory_mb",
				why: "Hard for each process; for all together it is measured each second (soft) below L4.",
			},
		below("L3") && { what: "filesystem.protected_paths", why: `Level ${level} cannot hide or pin a path inside a writable tree.` },
		below("L3") && network && { what: "network.allow", why: `Level ${level} cannot tell hosts apart by name.` },
		below("L3") && !terms.sandbox.unix_sockets && { what: "sandbox.unix_sockets", why: `Level ${level} does not close them.` },
		below("L3") && { what: "processes", why: `At level ${level} a process can outlive its supervisor.` },
		below("L2") && { what: "sandbox", why: level === "L1" ? "Level L1 is untested." : "Level L0 confines nothing." },
	];
	return { problems: below(least) ? [problem] : [], missing: gaps.filter((gap) => gap !== false) };
}

const FIRST_PORT = 17_171;

/** Whether there is a way out: only when the writ has the capability and names a host in every one of its lists. */
function planNetwork({ terms }: Writ): SandboxPlan["network"] {
	const { allow } = terms.network;
	const allowed = terms.capabilities.network_access && allow.length > 0 && allow.every((hosts) => hosts.length > 0);
	return { allow: allowed, unixSockets: terms.sandbox.unix_sockets, proxyPort: allowed ? freePort(allow.flat()) : null };
}

/** A port that no listed address of this machine needs for itself inside. */
function freePort(hosts: readonly string[]): number {
	const taken = new Set(
		hosts.flatMap((text) => {
			const read = parseHostEntry(text);
			return read.ok && read.entry.port !== null ? [read.entry.port] : [];
		}),
	);
	let port = FIRST_PORT;
	while (taken.has(port)) port++;
	return port;
}

/** Mounts in the order in which they are made: wider first, and without those that a wider one already gives. */
function arrangeMounts(mounts: readonly PlannedMount[]): readonly PlannedMount[] {
	const ordered = mounts.toSorted(
		(one, other) =>
			depth(one.target) - depth(other.target) ||
			compare(one.target, other.target) ||
			Number(other.writable) - Number(one.writable) ||
			Number(one.coarse) - Number(other.coarse),
	);
	const kept = new Map<string, PlannedMount[]>();
	return ordered.filter((mount) => {
		for (const at of pathAndAbove(mount.target)) if (kept.get(at)?.some((wider) => gives(wider, mount))) return false;
		kept.set(mount.target, [...(kept.get(mount.target) ?? []), mount]);
		return true;
	});
}

/** Grants add up: a narrower mount matters only when it opens more, or shows something else. */
function gives(wider: PlannedMount, mount: PlannedMount): boolean {
	if (mount.writable && !wider.writable) return false;
	return moved(mount.target, wider.target, wider.source) === mount.source;
}

function compare(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
