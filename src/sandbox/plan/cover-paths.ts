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
		pins: [...repositories, ...(found?.pins ?? [])].flatMap((path) =>
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
	{ look, parent, found, homes = [], isEmpty = () => false }: PlanFacts,
): ProtectedPaths {
	const sorted: ProtectedPaths = { existing: [], absent: [], repositories: [], links: [] };
	const entries = writ.terms.filesystem.protected_paths;
	const sort = (path: string, name: string, mayMask: boolean, file = isFileStub(path)): void => {
		const { kind, viaLink } = look(path);
		if (viaLink) sorted.links.push(path);
		else if (kind !== "missing") sorted.existing.push({ path, file: kind !== "directory" });
		else if (mayMask && !NEVER_MASKED.has(name) && look(parentOf(path)).kind === "directory") sorted.absent.push({ path, file });
	};
	const sortTrusted = ({ path, file }: FoundPath, root: string): void => {
		// Where the way there is missing too, nobody may begin it.
		const above = parentOf(path);
		if (above !== root && look(above).kind === "missing") sortTrusted({ path: above, file: false }, root);
		else sort(path, path, true, file || isFileStub(path));
	};
	for (const root of new Set(writableRoots(mounts).map(({ source }) => source))) {
		// In a writable part of the workspace the names are caught when they appear; elsewhere, as at its root, they never do.
		const isOwn = root === workspace.source || root === parent?.workspace || !isWithin(root, workspace.source);
		// Who clones or scaffolds wants a place where nothing is: there the names are caught when they appear as well.
		const mayMask = isOwn && !isEmpty(root);
		const git = look(`${root}/.git`);
		if (git.viaLink) sorted.links.push(`${root}/.git`);
		else if (git.kind === "directory") sorted.repositories.push(`${root}/.git`);
		else if (git.kind !== "missing") sorted.existing.push({ path: `${root}/.git`, file: true });
		const names = entries.flatMap((entry) => floatingName(entry) ?? []).filter((name) => isClosedAt(name, homes.includes(root)));
		for (const name of new Set([...names, ...READ_BY_GIT])) {
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
 * What stands for a missing protected name: a directory among git's own, where only its configuration must not be one, and elsewhere
 * something that git and others pass by, so that `git stash -u` and `git clean` have nothing to take away.
 */
function isFileStub(path: string): boolean {
	return !path.includes("/.git/") || path.endsWith("/.git/config");
}

/** What git reads besides its configuration, and what sends it elsewhere. */
const READ_BY_GIT = [".git/info", ".git/objects/info"];

/**
 * Protected names that are closed in a home only: start files of shells and settings of a person, which nothing reads elsewhere. In other
 * workspaces they, like all protected names deeper down, are caught when the program ends.
 */
const ONLY_IN_HOMES: ReadonlySet<string> = new Set([
	".gitconfig",
	".config/git",
	".claude.json",
	".opencode",
	"opencode.json",
	// Git runs it only where its configuration says so, and is then found there.
	".husky",
	".profile",
	".bashrc",
	".bash_profile",
	".bash_login",
	".bash_logout",
	".bash_aliases",
	".zshrc",
	".zshenv",
	".zprofile",
	".zlogin",
	".zlogout",
	".kshrc",
	".cshrc",
	".tcshrc",
	".login",
	".inputrc",
	".config/fish",
	".xprofile",
	".xsessionrc",
	".pam_environment",
	".ssh/authorized_keys",
	".ssh/config",
	".ssh/rc",
]);

/** New ones are looked at when the program ends, and of those that are there each is covered by itself. */
const LINKED_WORKTREES = ".git/worktrees";

function isClosedAt(name: string, isHome: boolean): boolean {
	return name !== LINKED_WORKTREES && (isHome || !ONLY_IN_HOMES.has(name));
}

/** Protected names that are not masked while they are missing: git stops when it finds an empty one. */
const NEVER_MASKED: ReadonlySet<string> = new Set([".git/commondir"]);

const FLOATING = /^\/\*\*\/([^*?[{]+?)(?:\/\*\*)?$/;

/** What an entry protects at the root of every writable tree: `.git/hooks` of `/**\/.git/hooks`. */
function floatingName(entry: string): string | undefined {
	return FLOATING.exec(entry)?.[1];
}
