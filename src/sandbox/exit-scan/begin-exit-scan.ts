import { join } from "node:path";
import type { Writ } from "../../engine/index.ts";
import { deniedPaths } from "../plan/path-lists.ts";
import { isWithin, moved } from "../plan/paths.ts";
import { lastingTrees } from "../plan/places.ts";
import type { Mount, SandboxPlan } from "../plan/sandbox-plan.ts";
import { shownPath } from "../survey/byte-names.ts";
import { isMadeByGit } from "./made-by-git.ts";
import { quarantineFindings, type SettledFinding } from "./quarantine-findings.ts";
import { scanWorkspace } from "./scan-workspace.ts";
import { type Inventory, type InventoryOptions, takeInventory } from "./take-inventory.ts";

/** Something that was found in one of the writable trees of a run. */
export interface ExitFinding extends SettledFinding {
	/** The tree on the host; `path` is relative to it. */
	readonly tree: string;
}

/** A scan whose first half is done. */
export interface ExitScan {
	/** The second half, when nothing of the sandbox is left: what must not stay is moved below `quarantine`. */
	finish(quarantine: string): Promise<readonly ExitFinding[]>;
}

/** What a scan must know besides the plan. */
export interface ExitScanFacts {
	/** `$WRIT_HOME`. */
	readonly home: string;
	/** Whether a path is the stub of a run (`lookPastStubs` says that it is missing, and no link). */
	readonly isStub: (path: string) => boolean;
}

/** Remembers what is in every tree that a run may write, to find afterwards what it must not leave behind. */
export async function beginExitScan(writ: Writ, plan: SandboxPlan, facts: ExitScanFacts): Promise<ExitScan> {
	const trees = outermost(lastingTrees(plan.mounts));
	const before: (readonly [InventoryOptions, Inventory])[] = [];
	for (const tree of trees) {
		const options = inventoryOptions(writ, tree, facts.home);
		before.push([options, await takeInventory(options)]);
	}
	return {
		async finish(quarantine) {
			const found: ExitFinding[] = [];
			for (const [index, [options, then]] of before.entries()) {
				const tree = options.workspace;
				const findings = scanWorkspace(then, await takeInventory({ ...options, unlock: true })).filter(
					({ path, change }) => !facts.isStub(`${tree}/${path}`) && !(change === "new" && isMadeByGit(tree, path)),
				);
				// The workspace's own names stay what they are; other trees get a directory each beside them.
				const place = tree === plan.workspace.source ? quarantine : join(quarantine, `tree-${index}`);
				for (const settled of quarantineFindings(tree, place, findings)) found.push({ ...settled, path: shownPath(settled.path), tree });
			}
			return found;
		},
	};
}

type Tree = Mount & { readonly source: string };

function inventoryOptions(writ: Writ, { source, target }: Tree, home: string): InventoryOptions {
	const isDenied = deniedPaths(writ.terms.filesystem.protected_paths, writ, home);
	return {
		workspace: source,
		mountedAt: target,
		isProtected: (path) => {
			const inside = moved(path, source, target);
			return isDenied(path, inside) || isDenied(folded(path), folded(inside));
		},
		allowSymlinks: writ.terms.filesystem.allow_symlinks,
	};
}

/**
 * A path as disks read it that take large and small letters, or signs that nobody sees, for the same, or have a second short name.
 * SECURITY: `.GIT/hooks` made here is `.git/hooks` on such a disk.
 */
function folded(path: string): string {
	return path
		.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
		.toLowerCase()
		.replaceAll(/\/git~\d+(?=\/|$)/g, "/.git");
}

/** A tree inside another one is walked with it. */
function outermost(trees: readonly Tree[]): readonly Tree[] {
	return trees.filter(
		({ source }, index) => !trees.some((other, place) => (other.source === source ? place < index : isWithin(source, other.source))),
	);
}
