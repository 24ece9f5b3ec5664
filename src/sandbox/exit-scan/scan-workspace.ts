import type { Inventory, InventoryEntry, InventoryKind } from "./take-inventory.ts";

/** Something that an agent left behind and must not. */
export interface Finding {
	/** Relative to the workspace; what it holds belongs to it. */
	readonly path: string;
	readonly kind: InventoryKind;
	readonly change: "new" | "changed";
	/** `report`: it stays, because moving it would break what is not the agent's alone. */
	readonly action: "quarantine" | "report";
}

/** Compares what was in a workspace before with what is there after; of a new tree only its top is found. */
export function scanWorkspace(before: Inventory, after: Inventory): readonly Finding[] {
	const findings: Finding[] = [];
	for (const entry of after.values()) {
		const known = before.get(entry.path);
		// What was a directory and is a file is no longer what it was; an empty directory may have been the stub of another run.
		const isOther = known === undefined || known.kind !== entry.kind || known.directory !== entry.directory;
		const change = isOther ? "new" : known.version !== entry.version ? "changed" : null;
		if (change === null || hasNewAncestor(entry, before, after)) continue;
		findings.push({ path: entry.path, kind: entry.kind, change, action: actionFor(entry, change) });
	}
	return findings.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Trees that package managers fill with other people's files. */
const PACKAGE_TREES: ReadonlySet<string> = new Set([
	"node_modules",
	"bower_components",
	"jspm_packages",
	"vendor",
	"site-packages",
	"dist-packages",
	".venv",
	"venv",
	".tox",
	".nox",
	".pnpm-store",
	".yarn",
	"Pods",
]);

function actionFor({ path, kind }: InventoryEntry, change: Finding["change"]): Finding["action"] {
	// There is no earlier content to put back, and a directory that nobody can read cannot be judged.
	// What a repository trusts runs programs at the next command there, so that it goes all the same.
	if ((change === "changed" && kind !== "repository") || kind === "unreadable" || kind === "git-operation") return "report";
	const components = path.split("/");
	const isPackage = components.slice(0, -1).some((name) => PACKAGE_TREES.has(name));
	const isNestedRepository = components.indexOf(".git") > 0;
	return isPackage || isNestedRepository ? "report" : "quarantine";
}

function hasNewAncestor({ path, kind }: InventoryEntry, before: Inventory, after: Inventory): boolean {
	const isNew = (one: string): boolean => after.has(one) && !before.has(one);
	// Of a new repository its `HEAD` is found: without it the rest is not a repository, and may have been there before.
	const head = path.replace(/(hooks\/)?[^/]+$/, "HEAD");
	if (kind === "repository" && head !== path && isNew(head)) return true;
	for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
		if (isNew(path.slice(0, slash))) return true;
	}
	return false;
}
