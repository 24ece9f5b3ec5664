import type { FileAccess, PathFinding } from "../match/index.ts";
import { checkPath, checkRead, type PathContext, type PathOutcome } from "./check-path.ts";
import { admits, type CompiledPaths, covers } from "./compiled-paths.ts";
import { locatePath } from "./locate-path.ts";
import { normalizePath } from "./normalize-path.ts";

/** A name that only `**` and `*` match. */
const ANY_NAME = "\uFFFF";

/** The file dimension as the command walk needs it. */
export function fileAccess(context: PathContext): FileAccess {
	const { paths, facts } = context;
	return {
		everythingReadable: paths.everythingReadable,
		read: (path, directory) => denial(checkRead(context, path, directory)),
		write: (path, directory) => denial(checkPath(context, "write", path, directory)),
		remove: (path, directory) => denial(checkPath(context, "delete", path, directory)),
		writeTree: (path, directory) => {
			const itself = checkPath(context, "write", path, directory);
			// `src/**` grants what lies below, and that is all a formatter writes.
			const below = itself?.code === "path-outside" || isGrantedRoot(context, path, directory);
			return below && checkPath(context, "write", `${path}/${ANY_NAME}`, directory) === null ? null : denial(itself);
		},
		blocked: (path, directory) => {
			if (paths.blocked.real.empty && paths.blocked.written.empty) return null;
			const located = locatePath(path, directory, facts, paths.places);
			if (!located.ok) return null;
			const entry = covers(paths.blocked, located.written, located.real);
			return entry === null
				? null
				: { effect: "deny", code: "path-blocked", message: `'${located.real}' is blocked by ${entry}`, rule: entry };
		},
		readTree: (path, directory) => readTree(context, path, directory),
		readGlob: (glob, directory) => readGlob(context, glob, directory),
		enter: (path, directory) => enter(context, path, directory),
	};
}

/** A granted directory itself cannot be replaced, but what lies below it is written. */
function isGrantedRoot({ paths, facts }: PathContext, path: string, directory: string): boolean {
	const located = locatePath(path, directory, facts, paths.places);
	return located.ok && paths.roots.has(located.real);
}

function readTree(context: PathContext, path: string, directory: string): PathFinding {
	const refused = checkRead(context, path, directory);
	if (refused !== null) return denial(refused);
	if (context.facts.masked === true) return null;
	const { blocked, places } = context.paths;
	const located = locatePath(path, directory, context.facts, places);
	if (!located.ok) return null;
	const entry =
		blocked.real.below(located.real) ?? blocked.written.below(located.written) ?? context.paths.findBlocked(located.real, context.facts);
	return entry === null
		? null
		: { effect: "ask", code: "path-blocked", message: `'${located.real}' holds what ${entry} blocks`, rule: entry };
}

const globs = new WeakMap<CompiledPaths, Map<string, string | null>>();

/** The blocked entry that a glob may match; answers are kept, since one command may repeat a pattern often. */
function matchGlob(paths: CompiledPaths, glob: string): string | null {
	let known = globs.get(paths);
	if (known === undefined || known.size > 256) {
		known = new Map();
		globs.set(paths, known);
	}
	const kept = known.get(glob);
	if (kept !== undefined) return kept;
	const entry = paths.blocked.real.couldMatchGlob(glob);
	known.set(glob, entry);
	return entry;
}

/** SECURITY: matching two patterns against each other is not linear; an absurd one is asked about instead (bench/fuzz.ts). */
const LONGEST_GLOB = 256;

function readGlob(context: PathContext, glob: string, directory: string): PathFinding {
	if (glob.length > LONGEST_GLOB || glob.split("*").length > 12) {
		return context.paths.everythingReadable
			? null
			: { effect: "ask", code: "path-blocked", message: "The pattern is too long to tell what it names" };
	}
	// Older shells let `.*`, `.?` and `.[.]` name the parent directory.
	if (glob.split("/").some((name) => /^\.[*?[]/.test(name)) && !context.paths.everythingReadable) {
		return { effect: "ask", code: "path-outside", message: `'${glob}' may name a parent directory` };
	}
	const absolute = glob.startsWith("/") ? glob : `${directory}/${glob}`;
	const fixed = absolute.slice(0, Math.max(1, absolute.slice(0, absolute.search(/[*?[]/)).lastIndexOf("/")));
	const refused = checkRead(context, fixed, directory);
	if (refused !== null) return denial(refused);
	if (context.facts.masked === true) return null;
	const entry = matchGlob(context.paths, normalizePath(absolute, directory));
	return entry === null ? null : { effect: "ask", code: "path-blocked", message: `'${glob}' may name what ${entry} blocks`, rule: entry };
}

function enter(context: PathContext, path: string, directory: string): ReturnType<FileAccess["enter"]> {
	const { paths, facts } = context;
	const located = locatePath(path, directory, facts, paths.places);
	const fallback = normalizePath(path, directory);
	if (!located.ok)
		return {
			finding: { effect: "deny", code: "path-unresolvable", message: `'${fallback}' cannot be entered: ${located.message}` },
			directory: fallback,
			certain: false,
		};
	const certain = located.exists === true && located.directory;
	const blocked = covers(paths.blocked, located.written, located.real);
	if (blocked !== null)
		return {
			finding: { effect: "deny", code: "path-blocked", message: `'${located.real}' is blocked by ${blocked}`, rule: blocked },
			directory: located.real,
			certain,
		};
	if (admits(paths.sandbox, located.written, located.real) !== null)
		return { finding: null, directory: located.resolved ? located.real : located.written, certain };
	return {
		finding: { effect: "deny", code: "path-outside", message: `'${located.real}' lies outside the sandbox` },
		directory: located.real,
		certain,
	};
}

function denial(outcome: PathOutcome | null): PathFinding {
	if (outcome === null) return null;
	return { effect: "deny", code: outcome.code, message: outcome.message, ...(outcome.entry === undefined ? {} : { rule: outcome.entry }) };
}
