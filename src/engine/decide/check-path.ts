import { assertNever, type Facts, type PathOperation, type ReasonCode, type SymlinkMode } from "../language/index.ts";
import { type Located, locatePath, normalizePath, parentOf } from "../paths/index.ts";
import { misleadingCharacter, showText } from "../shapes/index.ts";
import { admits, type CompiledPaths, covers, type PathView } from "./compiled-paths.ts";

/** What stands against one use of a path. */
export interface PathOutcome {
	readonly code: ReasonCode;
	readonly message: string;
	readonly entry?: string;
	readonly dimension?: string;
}

export interface PathContext {
	readonly paths: CompiledPaths;
	readonly symlinks: SymlinkMode;
	readonly facts: Facts;
	/** Further lists of one tool, each of which must admit the path. */
	readonly allowed?: readonly PathView[];
}

/** Judges one operation on a path (docs/concepts/paths.md); `null` = nothing against it. */
export function checkPath(
	context: PathContext,
	operation: PathOperation,
	path: string,
	directory: string,
	to?: string,
): PathOutcome | null {
	switch (operation) {
		case "read":
			return checkRead(context, path, directory);
		case "write":
		case "create":
			return checkWrite(context, path, directory);
		case "delete":
			return checkEntry(context, path, directory, "delete");
		case "rename":
			if (to === undefined) return missing("a rename needs a new name");
			return checkEntry(context, path, directory, "rename") ?? checkEntry(context, to, directory, "replace");
		case "symlink":
			return to === undefined ? missing("a link needs a target") : checkSymlink(context, path, to, directory);
		case "hardlink":
			if (to === undefined) return missing("a link needs a target");
			return checkEntry(context, path, directory, "create") ?? checkWrite(context, to, directory);
		default:
			return assertNever(operation);
	}
}

export function checkRead(context: PathContext, path: string, directory: string): PathOutcome | null {
	const located = locatePath(path, directory, context.facts, context.paths.places);
	if (!located.ok) return { code: "path-unresolvable", message: `'${showText(path)}' cannot be resolved: ${located.message}` };
	const blocked = checkBlocked(context, located, located.real);
	if (blocked !== null) return blocked;
	if (admits(context.paths.read, located.written, located.real) === null) return outside(located, "read");
	if (!allowedByTool(context, located.written, located.real)) return outside(located, "read by this tool");
	if (located.viaLink && context.symlinks === false) return link(located);
	return null;
}

function checkWrite(context: PathContext, path: string, directory: string): PathOutcome | null {
	const located = locatePath(path, directory, context.facts, context.paths.places);
	if (!located.ok) return { code: "path-unresolvable", message: `'${showText(path)}' cannot be resolved: ${located.message}` };
	const refused = checkBlocked(context, located, located.real) ?? checkWritable(context, located, located.real);
	if (refused !== null) return refused;
	if (located.viaLink && context.symlinks !== true) return link(located);
	if (located.links > 1 && !located.directory)
		return { code: "path-symlink", message: `'${located.real}' has other names (hard links), which would change too` };
	const guarded = located.directory ? protectedBelow(context, located.real) : context.paths.leadsToProtected(located.real);
	if (guarded !== null) return holdsProtected(located.real, guarded);
	if (isRoot(context, located.real) && (located.directory || isPlace(context, located.real)))
		return { code: "path-protected", message: `'${located.real}' is a granted directory itself` };
	if (located.exists !== true && misleadingCharacter(path) !== null)
		return { code: "path-unresolvable", message: `the name '${showText(path)}' would mislead a reader` };
	return null;
}

/** Delete, rename, or a new entry: the directory entry counts, not what it leads to. */
function checkEntry(
	context: PathContext,
	path: string,
	directory: string,
	act: "delete" | "rename" | "replace" | "create",
): PathOutcome | null {
	const located = locatePath(path, directory, context.facts, context.paths.places);
	if (!located.ok) return { code: "path-unresolvable", message: `'${showText(path)}' cannot be resolved: ${located.message}` };
	const refused = checkBlocked(context, located, located.entry) ?? checkWritable(context, located, located.entry);
	if (refused !== null) return refused;
	if (located.entryViaLink && context.symlinks !== true) return link(located);
	if ((act === "replace" || act === "create") && misleadingCharacter(path) !== null)
		return { code: "path-unresolvable", message: `the name '${showText(path)}' would mislead a reader` };
	// SECURITY: a link or a file where `.git` should be decides what git believes.
	const guarded = act === "create" ? context.paths.leadsToProtected(located.entry) : protectedBelow(context, located.entry);
	if (guarded !== null) return holdsProtected(located.entry, guarded);
	if (act === "create") return null;
	if (isRoot(context, located.entry)) return { code: "path-protected", message: `'${located.entry}' is a granted directory itself` };
	const blocked = context.paths.blocked.real.below(located.entry);
	if (blocked !== null)
		return {
			code: "path-blocked",
			message: `'${located.entry}' holds what ${blocked} blocks`,
			entry: blocked,
			dimension: "filesystem.blocked_paths",
		};
	return null;
}

function checkSymlink(context: PathContext, path: string, target: string, directory: string): PathOutcome | null {
	const refused = checkEntry(context, path, directory, "create");
	if (refused !== null) return refused;
	if (context.symlinks === false) return { code: "path-symlink", message: "links are not permitted here" };
	return checkRead(context, target, parentOf(normalizePath(path, directory)));
}

function checkBlocked(context: PathContext, { written }: Located, real: string): PathOutcome | null {
	const entry = covers(context.paths.blocked, written, real);
	return entry === null
		? null
		: { code: "path-blocked", message: `'${real}' is blocked by ${entry}`, entry, dimension: "filesystem.blocked_paths" };
}

function checkWritable(context: PathContext, located: Located, real: string): PathOutcome | null {
	const { written } = located;
	if (admits(context.paths.write, written, real) === null) return outside(located, "written");
	if (!allowedByTool(context, written, real)) return outside(located, "written by this tool");
	const entry = covers(context.paths.protected, written, real);
	return entry === null
		? null
		: { code: "path-protected", message: `'${real}' is protected by ${entry}`, entry, dimension: "filesystem.protected_paths" };
}

function allowedByTool({ allowed }: PathContext, written: string, real: string): boolean {
	return allowed === undefined || allowed.length === 0 || admits(allowed, written, real) !== null;
}

/** SECURITY: replacing a granted root changes what the grant means (p-0010, p-0013). */
function isRoot({ paths }: PathContext, path: string): boolean {
	return paths.roots.has(path);
}

/** The agent's places are directories, whether the disk was asked or not. */
function isPlace({ paths }: PathContext, path: string): boolean {
	return Object.values(paths.places.real).includes(path);
}

function holdsProtected(path: string, entry: string): PathOutcome {
	return {
		code: "path-protected",
		message: `'${path}' holds or leads to a protected path`,
		entry,
		dimension: "filesystem.protected_paths",
	};
}

/** A protected path that lies below a directory: named by an entry, on the way to one, or found on the disk. */
function protectedBelow({ paths, facts }: PathContext, directory: string): string | null {
	return paths.leadsToProtected(directory) ?? paths.protected.real.below(directory) ?? paths.findProtected(directory, facts);
}

function outside({ written, real, viaLink }: Located, use: string): PathOutcome {
	if (viaLink && written !== real) return { code: "path-outside", message: `'${written}' leads to '${real}', which may not be ${use}` };
	return { code: "path-outside", message: `'${real}' may not be ${use}` };
}

function link({ written, real }: Located): PathOutcome {
	return { code: "path-symlink", message: `'${written}' goes through a link to '${real}'` };
}

function missing(message: string): PathOutcome {
	return { code: "invalid-request", message };
}
