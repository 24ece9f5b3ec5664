import type { FileAccess, PathFinding, TreeView } from "../commands/index.ts";
import type { DirectoryListing, Facts, Terms, Writ } from "../language/index.ts";
import { type Expansion, expandGlob, locatePath, normalizePath, parentOf } from "../paths/index.ts";
import { checkPath, checkRead, type PathContext, type PathOutcome } from "./check-path.ts";
import { admits, covers, type PathView, pathViews, type RuleViews, ruleViews } from "./compiled-paths.ts";
import { type Spent, searchCopies, searchLinks, searchTree } from "./search-tree.ts";
import { grantedRules, planTool, type ToolRules } from "./tool-plan.ts";

/** A name that only `**` and `*` match. */
const ANY_NAME = "\uE000";

/** The file dimension for one decision: what it looks at on the disk counts together, and is forgotten with it. */
interface Access extends FileAccess {
	readonly context: PathContext;
	readonly spent: Spent;
	/** What was told of patterns: one command may repeat one often, and counts it once. */
	readonly guesses: Map<string, string | null>;
	/** What was looked up for patterns: one text may repeat one a thousand times. */
	readonly globs: Map<string, Expansion | null>;
}

/**
 * The file dimension as the command walk needs it. There is one for each decision, so its functions are shared by all of them: making
 * them each time would cost more than most of what they do.
 */
export function fileAccess(context: PathContext): FileAccess {
	const access: Access = {
		everythingReadable: context.paths.everythingReadable,
		context,
		spent: { directories: 0, names: 0, matched: 0, guesses: 0 },
		guesses: new Map(),
		globs: new Map(),
		read,
		write,
		remove,
		writeTree,
		writeLinks,
		writeCopies,
		blocked,
		readTree,
		readGlob,
		glob,
		enter,
		exists,
	};
	return access;
}

function read(this: Access, path: string, directory: string): PathFinding {
	return denial(checkRead(this.context, path, directory));
}

function write(this: Access, path: string, directory: string): PathFinding {
	return denial(checkPath(this.context, "write", path, directory));
}

function remove(this: Access, path: string, directory: string): PathFinding {
	const refused = denial(checkPath(this.context, "delete", path, directory));
	if (refused !== null) return refused;
	const { facts, paths } = this.context;
	const located = locatePath(path, directory, facts, paths.places);
	if (
		!located.ok ||
		!located.directory ||
		facts.list === undefined ||
		UNTRACKED.includes(located.real.slice(located.real.lastIndexOf("/") + 1))
	)
		return null;
	// SECURITY: with a directory goes what lies below it, blocked files too (test/decide/trees.test.ts).
	const below = searchTree(this.context, located, facts.list, this.spent, TRACKED);
	return below?.code === "path-blocked" && below.rule !== undefined ? below : null;
}

function writeTree(this: Access, path: string, directory: string): PathFinding {
	const { context } = this;
	const itself = checkPath(context, "write", path, directory);
	// `src/**` grants what lies below, and that is all a formatter writes.
	const below = itself?.code === "path-outside" || isGrantedRoot(context, path, directory);
	return below && checkPath(context, "write", `${path}/${ANY_NAME}`, directory) === null ? null : denial(itself);
}

function writeLinks(this: Access, path: string, directory: string, view?: TreeView): PathFinding {
	const { facts, paths } = this.context;
	const located = locatePath(path, directory, facts, paths.places);
	if (!located.ok || !located.directory || facts.list === undefined) return null;
	return searchLinks(this.context, located.real, facts.list, this.spent, view);
}

function writeCopies(this: Access, path: string, from: string, directory: string): PathFinding {
	const { facts, paths } = this.context;
	const source = locatePath(from, directory, facts, paths.places);
	const target = locatePath(path, directory, facts, paths.places);
	if (!source.ok || !target.ok || !source.directory || facts.list === undefined) return null;
	// Where nothing stands yet, the copy gets the name of the directory that it was meant for.
	const above = { written: parentOf(target.written), real: parentOf(target.real) };
	return (
		searchCopies(paths, source.real, target, facts.list, this.spent) ?? searchCopies(paths, source.real, above, facts.list, this.spent)
	);
}

function blocked(this: Access, path: string, directory: string): PathFinding {
	const { paths, facts } = this.context;
	if (paths.blocked.real.empty && paths.blocked.written.empty) return null;
	const located = locatePath(path, directory, facts, paths.places);
	if (!located.ok) return null;
	const entry = covers(paths.blocked, located.written, located.real);
	return entry === null ? null : { effect: "deny", code: "path-blocked", message: `'${located.real}' is blocked by ${entry}`, rule: entry };
}

function exists(this: Access, path: string, directory: string): boolean {
	const { paths, facts } = this.context;
	const located = locatePath(path, directory, facts, paths.places);
	return (
		located.ok &&
		located.exists === true &&
		paths.sandbox.every(({ real, written }) => (real.match(located.written) ?? written.match(located.written)) !== null)
	);
}

/** A granted directory itself cannot be replaced, but what lies below it is written. */
function isGrantedRoot({ paths, facts }: PathContext, path: string, directory: string): boolean {
	const located = locatePath(path, directory, facts, paths.places);
	return located.ok && paths.roots.has(located.real);
}

/** Everything below a directory, or what a reader of this kind reads of it. */
function readTree(this: Access, path: string, directory: string, view?: TreeView): PathFinding {
	const { context, spent } = this;
	if (view?.tracked !== undefined && view.tracked !== "here") return readTracked(this, path, directory, view.tracked);
	const refused = checkRead(context, path, directory);
	if (refused !== null) return denial(refused);
	const { facts, paths } = context;
	// What git tracks is not masked, so it is judged here.
	if (facts.masked === true && view?.tracked === undefined) return null;
	const located = locatePath(path, directory, facts, paths.places);
	if (!located.ok) return null;
	if (view?.stored !== true && (located.exists === false || (located.exists === true && !located.directory))) return null;
	if (facts.list !== undefined && located.exists === true && view?.stored !== true)
		return searchTree(context, located, facts.list, spent, view?.tracked === undefined ? view : TRACKED);
	const entry = paths.blocked.real.below(located.real, true) ?? paths.blocked.written.below(located.written, true);
	return entry === null
		? null
		: { effect: "ask", code: "path-blocked", message: `'${located.real}' may hold what ${entry} blocks`, rule: entry };
}

/** Directories that are not in a repository, and that installed packages fill with certificates and keys for tests. */
const UNTRACKED: readonly string[] = [".git", "node_modules", ".venv", "__pycache__"];
const TRACKED: TreeView = { tracked: "here", without: UNTRACKED };

/** What git prints of the files it tracks: a blocked one that is on the disk counts as tracked, since the engine does not read git's index. */
function readTracked(access: Access, path: string, directory: string, tracked: "top" | readonly string[]): PathFinding {
	const { context } = access;
	const { top, readable } = findRepository(context, directory);
	if (tracked === "top") return access.read(path, top ?? directory);
	const { facts, paths } = context;
	const there = tracked.filter((one) => {
		const located = locatePath(one, directory, facts, paths.places);
		return located.ok && located.exists === true;
	});
	for (const start of there.length === 0 ? [readable] : there) {
		const finding = access.readTree(start, directory, TRACKED);
		if (finding !== null) return finding;
	}
	return null;
}

/** The top of the repository that a directory belongs to, and what of it may be read from there on down. */
function findRepository(context: PathContext, directory: string): { readonly top: string | null; readonly readable: string } {
	const { resolve } = context.facts;
	let readable = directory;
	let open = true;
	for (let at = directory; resolve !== undefined; at = parentOf(at)) {
		open &&= checkRead(context, at, "/") === null;
		if (open) readable = at;
		const found = resolve(`${at}/.git`, "/");
		if (found.ok && found.exists) return { top: at, readable };
		if (at === "/") break;
	}
	return { top: null, readable: directory };
}

/** SECURITY: matching two patterns against each other is not linear; an absurd one is asked about instead (bench/fuzz.ts). */
const LONGEST_GLOB = 256;
/** What one takes, and all of them may: each further star makes it longer. */
const GUESS = 10;
const MOST_GUESSED = 150;

/**
 * A pattern that a program may expand in a way of its own: what it could name counts, whether it is there or not, since git also
 * shows what was there. Only for files of an ordinary ending (`*.ts`, `src/*.{js,jsx}`) the disk is asked: that a key could be
 * called `id_x.ts` is no reason to ask where none is.
 */
function readGlob(this: Access, glob: string, directory: string): PathFinding {
	const { context } = this;
	if (glob.length > LONGEST_GLOB || glob.split("*").length > 8) {
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
	if (this.spent.guesses >= MOST_GUESSED)
		return { effect: "ask", code: "path-blocked", message: "The command has too many patterns to tell what they name" };
	const entry = guess(this, normalizePath(absolute, directory));
	const names = entry === null || context.facts.list === undefined ? [] : ordinaryEndings(context, glob, fixed);
	if (names.length > 0) return this.readTree(fixed, directory, { names });
	return entry === null ? null : { effect: "ask", code: "path-blocked", message: `'${glob}' may name what ${entry} blocks`, rule: entry };
}

/** The blocked entry that a pattern may name. */
function guess({ guesses, spent, context }: Access, glob: string): string | null {
	const told = guesses.get(glob);
	if (told !== undefined) return told;
	spent.guesses += GUESS + glob.split("*").length ** 3;
	const entry = context.paths.blocked.real.couldMatchGlob(glob);
	guesses.set(glob, entry);
	return entry;
}

/** The endings that a pattern asks for, as patterns of names, if no blocked entry is about files with one of them. */
function ordinaryEndings({ paths }: PathContext, glob: string, directory: string): readonly string[] {
	const ending = /(?:^|\/)\*\.(?:([A-Za-z0-9]+)|\{([A-Za-z0-9]+(?:,[A-Za-z0-9]+)*)\})$/.exec(glob);
	const endings = ending === null || glob.split("/").includes("..") ? [] : (ending[1] ?? ending[2] ?? "").split(",");
	const isOrdinary = (one: string) => covers(paths.blocked, `${directory}/${ANY_NAME}.${one}`, `${directory}/${ANY_NAME}.${one}`) === null;
	return endings.every(isOrdinary) ? endings.map((one) => `*.${one}`) : [];
}

function glob(this: Access, pattern: string, directory: string): Expansion | null {
	const { resolve, list } = this.context.facts;
	if (resolve === undefined || list === undefined) return null;
	const key = `${directory}\0${pattern}`;
	let found = this.globs.get(key);
	if (found === undefined)
		this.globs.set(key, (found = expandGlob(pattern, directory, { resolve, list: (place) => match(this, list(place)) })));
	return found;
}

/** SECURITY: every pattern of a text looks through the names of a directory again (test/decide/bad-input.test.ts). */
function match({ spent }: Access, listing: DirectoryListing): DirectoryListing {
	if (!listing.ok) return listing;
	spent.matched += listing.files.length + listing.directories.length + listing.links.length;
	return spent.matched > MOST_MATCHED ? TOO_MANY : listing;
}

const MOST_MATCHED = 15_000;
const TOO_MANY: DirectoryListing = { ok: false, why: "unknown", message: "the patterns look through too many names" };

function enter(this: Access, path: string, directory: string): ReturnType<FileAccess["enter"]> {
	const { paths, facts } = this.context;
	const located = locatePath(path, directory, facts, paths.places);
	const fallback = normalizePath(path, directory);
	if (!located.ok)
		return {
			finding: { effect: "deny", code: "path-unresolvable", message: `'${fallback}' cannot be entered: ${located.message}` },
			directory: fallback,
			linked: true,
		};
	// The person's own links above a place do not count while nothing climbs out of it.
	const linked = located.viaLink || (located.linked && path.split("/").includes(".."));
	const entry = covers(paths.blocked, located.written, located.real);
	if (entry !== null)
		return {
			finding: { effect: "deny", code: "path-blocked", message: `'${located.real}' is blocked by ${entry}`, rule: entry },
			directory: located.real,
			linked,
		};
	if (admits(paths.sandbox, located.written, located.real) !== null)
		return { finding: null, directory: located.resolved ? located.real : located.written, linked };
	return {
		finding: { effect: "deny", code: "path-outside", message: `'${located.real}' lies outside the sandbox` },
		directory: located.real,
		linked,
	};
}

function denial(outcome: PathOutcome | null): PathFinding {
	if (outcome === null) return null;
	return { effect: "deny", code: outcome.code, message: outcome.message, ...(outcome.entry === undefined ? {} : { rule: outcome.entry }) };
}

interface Asking {
	readonly rules: RuleViews;
	readonly granted: readonly PathView[];
}

/** The file dimension with the rules that ask: what asks before a tool reads or edits a file also asks before a program does. */
export function askAccess(files: FileAccess, writ: Writ, terms: Terms, facts: Facts): FileAccess {
	const reading = asking(planTool(terms.tools, "Read", false).ask, "Read", writ, terms, facts);
	const writing = asking(planTool(terms.tools, "Edit", false).ask, "Edit", writ, terms, facts);
	if (reading.rules.length === 0 && writing.rules.length === 0) return files;
	const at = (list: Asking, path: string, directory: string): PathFinding => {
		const located = locatePath(path, directory, facts, writ.places);
		if (!located.ok || list.granted.some((view) => view.real.match(located.real) !== null)) return null;
		return ask(
			path,
			list.rules.find(([, view]) => covers(view, located.written, located.real) !== null),
		);
	};
	const below = (list: Asking, path: string, directory: string): PathFinding => {
		const located = locatePath(path, directory, facts, writ.places);
		if (!located.ok) return null;
		return (
			at(list, path, directory) ??
			ask(
				path,
				list.rules.find(([, view]) => view.real.below(located.real) !== null),
			)
		);
	};
	return {
		...files,
		// A path that asks is not open to a word whose value is unknown.
		everythingReadable: files.everythingReadable && reading.rules.length === 0,
		read: (path, directory) => files.read(path, directory) ?? at(reading, path, directory),
		blocked: (path, directory) => files.blocked(path, directory) ?? at(reading, path, directory),
		readTree: (path, directory, view) => files.readTree(path, directory, view) ?? below(reading, path, directory),
		readGlob: (glob, directory) => files.readGlob(glob, directory) ?? byGlob(reading, glob, directory),
		write: (path, directory) => files.write(path, directory) ?? at(writing, path, directory),
		writeTree: (path, directory) => files.writeTree(path, directory) ?? below(writing, path, directory),
		writeLinks: (path, directory, view) => files.writeLinks(path, directory, view),
		remove: (path, directory) => files.remove(path, directory) ?? below(writing, path, directory),
	};
}

function asking(list: ToolRules, tool: string, writ: Writ, terms: Terms, facts: Facts): Asking {
	const { places } = writ;
	const rules = ruleViews(list.paths, places, "deny");
	if (rules.length === 0) return { rules, granted: [] };
	const granted = grantedRules(facts, terms, tool).paths.flatMap(({ entry }) => pathViews([[entry]], places, "grant"));
	return { rules, granted };
}

function byGlob({ rules }: Asking, glob: string, directory: string): PathFinding {
	const absolute = normalizePath(glob.startsWith("/") ? glob : `${directory}/${glob}`, directory);
	return ask(
		glob,
		rules.find(([, view]) => view.real.couldMatchGlob(absolute) !== null),
	);
}

function ask(path: string, found: RuleViews[number] | undefined): PathFinding {
	if (found === undefined) return null;
	const [rule] = found;
	return { effect: "ask", code: "needs-confirmation", message: `'${path}' must be confirmed (${rule})`, rule };
}
