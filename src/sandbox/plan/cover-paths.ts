import { patternsAt, type Writ } from "../../engine/index.ts";
import { isWithin, isWithinAny, moved, pathAndAbove } from "./paths.ts";
import { writableRoots } from "./places.ts";
import type { BlockedPath, FoundPath, PlanFacts } from "./plan-facts.ts";
import type { PlanProblem } from "./planned.ts";
import type { Cover, Mask, Missing, Mount, Workspace } from "./sandbox-plan.ts";

/** What lies over the mounts: pins, read-only binds and masks. */
interface CoveredPaths {
	/** `.git` bound over itself, so that it cannot be renamed away from under what protects it. */
	readonly pins: readonly Mount[];
	readonly readOnly: readonly Cover[];
	readonly masks: readonly Mask[];
	readonly problems: readonly PlanProblem[];
	readonly missing: readonly Missing[];
}

/** Protected paths that exist become read-only, those that do not and blocked ones that do are masked. */
export function coverPaths(mounts: readonly Mount[], workspace: Omit<Workspace, "writable">, writ: Writ, facts: PlanFacts): CoveredPaths {
	const { found } = facts;
	const hidden = [...blockedPaths(writ, facts), ...socketsToHide(writ, facts)];
	const appear = appearances(mounts);
	const hiddenPaths = new Set(hidden.map(({ path }) => path));
	const shown = ({ path }: FoundPath): boolean => !isWithinAny(path, hiddenPaths);
	const { existing, absent, repositories, links } = protectedPaths(mounts, appear, workspace, writ, facts);
	const linked = found?.linked ?? [];
	const covered = outermost([...existing, ...(found?.protected ?? []), ...linked].filter(shown));
	const coveredPaths = new Set(covered.map(({ path }) => path));
	const uncovered = absent.filter((one) => shown(one) && !isWithinAny(one.path, coveredPaths));
	return {
		pins: repositories.flatMap((path) =>
			appear(path, true).map((target): Mount => ({ kind: "bind", source: path, target, writable: true })),
		),
		readOnly: covered.flatMap(({ path, file }) => appear(path, true).map((target) => ({ source: path, target, file }))),
		masks: [...outermost(hidden).flatMap((path) => mask(path, appear, true)), ...uncovered.flatMap((path) => mask(path, appear, false))],
		problems: links.length === 0 ? [] : [linkProblem(links)],
		missing: [
			...linked.map(({ path }) => ({
				what: "filesystem.write_paths",
				why: `'${path}' is or holds a file that has another name outside: it is mounted read-only.`,
			})),
			...(found?.unread ?? []).map((path) => ({
				what: "filesystem.blocked_paths",
				why: `Whether git tracks '${path}' cannot be read from its repository, so it is empty inside.`,
			})),
		],
	};
}

function blockedPaths(writ: Writ, { look, found }: PlanFacts): readonly BlockedPath[] {
	const exposed = new Set(found?.exposed);
	const opened = (path: string): boolean =>
		[...exposed, ...(found?.blocked ?? []).map((one) => one.path)].some((one) => isWithin(one, path));
	const named = fixedPaths(writ.terms.filesystem.blocked_paths, writ).flatMap((path): readonly FoundPath[] => {
		const { kind, viaLink } = look(path);
		return kind === "missing" || viaLink || opened(path) ? [] : [{ path, file: kind !== "directory" }];
	});
	return [...(found?.blocked ?? []), ...named];
}

function socketsToHide({ terms }: Writ, { found }: PlanFacts): readonly FoundPath[] {
	return terms.sandbox.unix_sockets ? (found?.sockets ?? []).map((path) => ({ path, file: true })) : [];
}

interface ProtectedPaths {
	readonly existing: FoundPath[];
	readonly absent: FoundPath[];
	readonly repositories: string[];
	readonly links: string[];
}

function protectedPaths(
	mounts: readonly Mount[],
	appear: Appearances,
	workspace: Omit<Workspace, "writable">,
	writ: Writ,
	{ look, parent, found }: PlanFacts,
): ProtectedPaths {
	const sorted: ProtectedPaths = { existing: [], absent: [], repositories: [], links: [] };
	const entries = writ.terms.filesystem.protected_paths;
	const sort = (path: string, name: string, mayMask: boolean, file = MASKED_AS_FILES.has(name)): void => {
		const { kind, viaLink } = look(path);
		if (viaLink) sorted.links.push(path);
		else if (kind !== "missing") sorted.existing.push({ path, file: kind !== "directory" });
		else if (mayMask && !NEVER_MASKED.has(name) && look(parentOf(path)).kind === "directory") sorted.absent.push({ path, file });
	};
	const sortTrusted = ({ path, file }: FoundPath, root: string): void => {
		// Where the way there is missing too, nobody may begin it.
		const above = parentOf(path);
		if (above !== root && look(above).kind === "missing") sortTrusted({ path: above, file: false }, root);
		else sort(path, path, true, file);
	};
	for (const root of new Set(writableRoots(mounts).map(({ source }) => source))) {
		// In a writable part of the workspace the names are caught when they appear; elsewhere, as at its root, they never do.
		const mayMask = root === workspace.source || root === parent?.workspace || !isWithin(root, workspace.source);
		const git = look(`${root}/.git`);
		if (git.viaLink) sorted.links.push(`${root}/.git`);
		else if (git.kind === "directory") sorted.repositories.push(`${root}/.git`);
		else if (git.kind !== "missing") sorted.existing.push({ path: `${root}/.git`, file: true });
		for (const name of entries.flatMap((entry) => floatingName(entry) ?? [])) {
			if (!name.startsWith(".git/") || git.kind === "directory") sort(`${root}/${name}`, name, mayMask);
		}
		for (const one of found?.trusted ?? []) if (isWithin(parentOf(one.path), root)) sortTrusted(one, root);
	}
	for (const path of fixedPaths(entries, writ)) if (appear(path, true).length > 0) sort(path, path, true);
	return sorted;
}

/** The entries that name one path. */
function fixedPaths(entries: readonly string[], { places }: Writ): readonly string[] {
	return patternsAt(entries, places, "real", "deny").flatMap(({ prefix, components }) =>
		prefix !== "" && components.length === 0 ? [prefix] : [],
	);
}

function mask({ path, file, shows }: BlockedPath, appear: Appearances, exists: boolean): readonly Mask[] {
	return appear(path, !exists).map((target) => ({ source: path, target, file, exists, ...(shows === undefined ? {} : { shows }) }));
}

/** Without those that lie below another one, and each once. */
function outermost<Path extends FoundPath>(paths: readonly Path[]): readonly Path[] {
	const first = new Map(paths.toReversed().map((one) => [one.path, one]));
	const all = new Set(first.keys());
	return paths.filter((one) => first.get(one.path) === one && (one.path === "/" || !isWithinAny(parentOf(one.path), all)));
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

function linkProblem(links: readonly string[]): PlanProblem {
	const names = [...new Set(links)].slice(0, 5).map((path) => `'${path}'`);
	return {
		code: "path-symlink",
		exit: 3,
		what: "filesystem.protected_paths",
		// SECURITY: a bind over a link would be made where the link leads, outside of the workspace.
		message: `Protected paths lead through symbolic links: ${names.join(", ")}.`,
		cure: "Replace each link by what it leads to, or remove it.",
	};
}

/** Where a path on the host can be seen inside; with `writable`, only where it could be changed. */
type Appearances = (path: string, writable: boolean) => readonly string[];

/** Reads the mounts once, so that each question costs what its path is long and not how many mounts there are. */
function appearances(mounts: readonly Mount[]): Appearances {
	const bySource = Map.groupBy(mounts, ({ source }) => source);
	const last = new Map(mounts.map((mount, index) => [mount.target, { mount, index }]));
	const topAt = (target: string): Mount | undefined => {
		let top: { readonly mount: Mount; readonly index: number } | undefined;
		for (const at of pathAndAbove(target)) {
			const found = last.get(at);
			if (found !== undefined && (top === undefined || found.index > top.index)) top = found;
		}
		return top?.mount;
	};
	return (path, writable) => {
		const targets: string[] = [];
		for (const source of pathAndAbove(path)) {
			for (const mount of bySource.get(source) ?? []) {
				const target = moved(path, source, mount.target);
				if ((mount.writable || !writable) && topAt(target) === mount) targets.push(target);
			}
		}
		return targets;
	};
}

/**
 * Missing protected names that are masked by an empty file. All others become an empty directory, whatever they would be:
 * git lists a file in `git status`, also behind a mask, and never an empty directory; but it stops at a directory here.
 */
const MASKED_AS_FILES: ReadonlySet<string> = new Set([".git/config"]);

/** Protected names that are not masked while they are missing: git stops when it finds an empty one. */
const NEVER_MASKED: ReadonlySet<string> = new Set([".git/commondir"]);

const FLOATING = /^\/\*\*\/([^*?[{]+?)(?:\/\*\*)?$/;

/** What an entry protects at the root of every writable tree: `.git/hooks` of `/**\/.git/hooks`. */
function floatingName(entry: string): string | undefined {
	return FLOATING.exec(entry)?.[1];
}
