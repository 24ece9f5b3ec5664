import { lstatSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Writ } from "../engine/index.ts";
import {
	beginExitScan,
	type DiskEntry,
	type ExitFinding,
	isWithin,
	type LimitViolation,
	lookPastStubs,
	type SandboxPlan,
	takeUnscanned,
	watchTotalSize,
} from "../sandbox/index.ts";

/** Watches over what a program writes, and looks at what it leaves. */
export interface DiskGuard {
	usedBytes(): number;
	/** Ends the watch, takes away what must not stay, and tells of it. */
	finish(quarantine: string): Promise<readonly ExitFinding[]>;
}

const MEBIBYTE = 1024 * 1024;

/** Looks at what may be written before a program starts; `onExceeded` is called once when it holds too much. */
export async function guardDisk(
	plan: SandboxPlan,
	writ: Writ,
	home: string,
	onExceeded: (violation: LimitViolation) => void,
): Promise<DiskGuard> {
	const look = lookPastStubs(home);
	const scan = await beginExitScan(writ, plan, { home, isStub: (path) => isStub(look(path)) || isInjected(path, plan) });
	const limit = plan.limits.totalSizeMb;
	const trees = writableTrees(plan);
	const watch =
		limit === null || trees.length === 0
			? null
			: await watchTotalSize(
					trees,
					{ bytes: limit * MEBIBYTE, counts: plan.workspace.managed ? "everything" : "growth" },
					({ usedBytes }) => onExceeded({ limit: "max_total_size_mb", allowed: limit, used: Math.ceil(usedBytes / MEBIBYTE) }),
				);
	return {
		usedBytes: () => watch?.usedBytes() ?? 0,
		async finish(quarantine) {
			watch?.stop();
			return [...unscanned(home, trees), ...(await scan.finish(quarantine))];
		},
	};
}

/** What a killed run left here was taken for what was there before, so anybody who trusts this tree is told once. */
function unscanned(home: string, trees: readonly string[]): readonly ExitFinding[] {
	const isHere = (tree: string): boolean => trees.some((one) => isWithin(one, tree) || isWithin(tree, one));
	return takeUnscanned(home, isHere).map((tree) => ({
		tree,
		path: tree,
		kind: "unscanned",
		change: "changed",
		action: "report",
		outcome: "reported",
		movedTo: null,
	}));
}

/** SECURITY: a link that leads nowhere looks missing too, and is what a scan is for (`leave-link` of the escape suite). */
function isStub({ kind, viaLink }: DiskEntry): boolean {
	return kind === "missing" && !viaLink;
}

/** The file that says whom an agent may write to. */
export const PERMITTED_AGENTS = "PERMITTED_AGENTS.md";

/**
 * Whom an agent may write to is rewritten whenever it changes, even while its program runs.
 * SECURITY: a plain text of exactly this name, and nothing that runs or leads anywhere.
 */
function isInjected(path: string, { workspace: { source, managed } }: SandboxPlan): boolean {
	if (!managed || basename(path) !== PERMITTED_AGENTS || dirname(dirname(path)) !== source) return false;
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats?.isFile() === true && (stats.mode & 0o7111) === 0;
}

function writableTrees({ mounts }: SandboxPlan): readonly string[] {
	const trees = [
		...new Set(mounts.flatMap(({ source, writable, file }) => (source !== null && writable && file !== true ? [source] : []))),
	];
	return trees.filter((one) => !trees.some((other) => other !== one && isWithin(one, other)));
}
