import type { PathFinding, TreeView } from "../commands/index.ts";
import type { List, Listing } from "../language/index.ts";
import { readGlobPart } from "../paths/index.ts";
import { checkPath, checkRead, type PathContext } from "./check-path.ts";
import { admits, covers, type PathView } from "./compiled-paths.ts";
import { rememberListings } from "./memory/compiled.ts";

/** What one decision may look at in trees; over it, what a tree holds is unknown. */
const MOST_DIRECTORIES = 2_500;
const MOST_NAMES = 50_000;
const DEEPEST = 64;

/** What a decision has looked at so far. */
export interface Spent {
	directories: number;
	names: number;
	/** Names that patterns were matched against. */
	matched: number;
	/** Patterns that were matched against blocked ones. */
	guesses: number;
}

/** A directory that is searched, as it is written and as it really is. */
interface Place {
	readonly written: string;
	readonly real: string;
	readonly depth: number;
}

/**
 * Whether a reader of a tree would read something it may not: a blocked file at any depth, or one that no grant covers. The nearest is
 * named. Links are names like any other, unless the reader follows them.
 *
 * SECURITY: a file that comes after the look is not seen; confining what runs is the sandbox's task (SECURITY.md).
 */
export function searchTree(
	context: PathContext,
	top: { readonly written: string; readonly real: string },
	list: List,
	spent: Spent,
	view: TreeView = EVERYTHING,
): PathFinding {
	const isLeftOut = namesLeftOut(view);
	const isRead = namesRead(view);
	if (isRead === null) return unknown(top.real, `'${view.names?.join("', '")}' is not understood`);
	const { paths } = context;
	const grants = [...paths.read, ...(context.allowed ?? [])];
	const whole = view.links === undefined && grants.every(({ real }) => real.holdsAllBelow(top.real));
	const queue: Place[] = [{ written: top.written, real: top.real, depth: 0 }];
	const seen = view.links === "followed" ? new Set([top.real]) : null;
	for (let at = 0; at < queue.length; at++) {
		const place = queue[at];
		if (place === undefined) break;
		if (++spent.directories > MOST_DIRECTORIES || place.depth > DEEPEST) return unknown(top.real, "it is too large to look through");
		const listing = list(place.real);
		if (!listing.ok) {
			if (listing.why === "missing") continue;
			return unknown(top.real, listing.message);
		}
		const { files, directories, links } = listing;
		spent.names += files.length + directories.length + links.length;
		if (spent.names > MOST_NAMES) return unknown(top.real, "it is too large to look through");
		for (const { name, entry, isDirectory } of blockedIn(paths.blocked, listing, place)) {
			if (isLeftOut(name) || !(isDirectory || isRead(name))) continue;
			return {
				effect: "ask",
				code: "path-blocked",
				message: `'${top.real}' holds '${join(place.real, name)}', which ${entry} blocks`,
				rule: entry,
			};
		}
		if (!whole) {
			const outside = files.find((name) => isRead(name) && !isLeftOut(name) && !isGranted(grants, place, name));
			if (outside !== undefined) return { effect: "deny", code: "path-outside", message: `'${join(place.real, outside)}' may not be read` };
		}
		for (const name of directories) if (!isLeftOut(name)) queue.push(below(place, name));
		if (seen === null) continue;
		for (const name of links) {
			if (isLeftOut(name)) continue;
			const followed = follow(context, place, name);
			if (followed.finding !== null) return followed.finding;
			if (followed.directory === null || seen.has(followed.directory)) continue;
			seen.add(followed.directory);
			queue.push({ written: followed.directory, real: followed.directory, depth: place.depth + 1 });
		}
	}
	return null;
}

/**
 * Whether something that is written below a directory, under names that are not known, may end up where nothing may be written: through
 * a link at any depth, or, where the beginning of the names is known, at one of those that stand there.
 */
export function searchLinks(
	context: PathContext,
	top: string,
	list: List,
	spent: Spent,
	{ begins, without }: TreeView = EVERYTHING,
): PathFinding {
	const queue = [top];
	for (let at = 0; at < queue.length; at++) {
		const place = queue[at] ?? top;
		const listing = list(place);
		if (!listing.ok && listing.why === "missing") continue;
		if (!listing.ok) return unknown(top, listing.message);
		const { files, directories, links } = listing;
		spent.names += files.length + directories.length + links.length;
		if (++spent.directories > MOST_DIRECTORIES || spent.names > MOST_NAMES) return unknown(top, "it is too large to look through");
		for (const name of begins === undefined ? links : [...links, ...files].filter((one) => one.startsWith(begins))) {
			const refused = checkPath(context, "write", join(place, name), "/");
			// Where links may not be used, one that stays inside does no harm.
			if (refused === null || (begins === undefined && refused.code === "path-symlink")) continue;
			return {
				effect: "ask",
				code: refused.code,
				message: `What is written below '${top}' may go to '${join(place, name)}': ${refused.message}`,
			};
		}
		if (begins !== undefined) continue;
		for (const name of directories) if (without?.includes(name) !== true) queue.push(join(place, name));
	}
	return null;
}

/** Whether a copy of a tree would stand where nothing may be written, found by the names of what is copied. */
export function searchCopies(
	{ blocked, protected: guarded }: PathContext["paths"],
	source: string,
	target: { readonly written: string; readonly real: string },
	list: List,
	spent: Spent,
): PathFinding {
	const queue = [""];
	for (let at = 0; at < queue.length; at++) {
		const below = queue[at] ?? "";
		const listing = list(`${source}${below}`);
		if (!listing.ok && listing.why === "missing") continue;
		if (!listing.ok) return unknown(source, listing.message);
		const names = [...listing.files, ...listing.directories, ...listing.links];
		spent.names += names.length;
		if (++spent.directories > MOST_DIRECTORIES || spent.names > MOST_NAMES) return unknown(source, "it is too large to look through");
		for (const name of names) {
			const [written, real] = [`${target.written}${below}/${name}`, `${target.real}${below}/${name}`];
			const shut = covers(blocked, written, real);
			const entry = shut ?? covers(guarded, written, real);
			if (entry === null) continue;
			const code = shut === null ? "path-protected" : "path-blocked";
			return { effect: "deny", code, message: `The copy would be written to '${real}', which ${entry} keeps closed`, rule: entry };
		}
		for (const name of listing.directories) queue.push(`${below}/${name}`);
	}
	return null;
}

const EVERYTHING: TreeView = {};

/** Where a link of a tree leads, for a reader that follows it. */
function follow(context: PathContext, { real }: Place, name: string): { readonly finding: PathFinding; readonly directory: string | null } {
	const path = join(real, name);
	const refused = checkRead(context, path, "/");
	if (refused !== null)
		return {
			finding: {
				effect: "deny",
				code: refused.code,
				message: refused.message,
				...(refused.entry === undefined ? {} : { rule: refused.entry }),
			},
			directory: null,
		};
	const resolution = context.facts.resolve?.(path, "/");
	return { finding: null, directory: resolution?.ok === true && resolution.directory ? resolution.real : null };
}

interface Blocked {
	readonly name: string;
	readonly entry: string;
	readonly isDirectory: boolean;
}

/** The names of one listing that are blocked there. */
function blockedIn(blocked: PathView, listing: Listing, { written, real }: Place): readonly Blocked[] {
	if (blocked.real.empty && blocked.written.empty) return NOTHING;
	if (written !== real) return findBlocked(blocked, listing, written, real);
	return blockedBelow(blocked, listing, real);
}

const NOTHING: readonly Blocked[] = [];
const blockedBelow = rememberListings((blocked: PathView, listing, directory) => findBlocked(blocked, listing, directory, directory));

function findBlocked(blocked: PathView, { files, directories, links }: Listing, written: string, real: string): readonly Blocked[] {
	const found: Blocked[] = [];
	const look = (names: readonly string[], isDirectory: boolean): void => {
		for (const name of names) {
			if (!blocked.real.couldEndIn(name) && (blocked.written === blocked.real || !blocked.written.couldEndIn(name))) continue;
			const entry = covers(blocked, join(written, name), join(real, name));
			if (entry !== null) found.push({ name, entry, isDirectory });
		}
	};
	look(files, false);
	look(links, false);
	look(directories, true);
	return found.length === 0 ? NOTHING : found;
}

function namesLeftOut({ without }: TreeView): (name: string) => boolean {
	return without === undefined ? () => false : (name) => without.includes(name);
}

/** Which files are read, by name; `null` when a pattern is not understood. */
function namesRead({ names }: TreeView): ((name: string) => boolean) | null {
	if (names === undefined) return () => true;
	const patterns = names.map(readGlobPart);
	if (names.some((name) => name.includes("/")) || patterns.includes(null)) return null;
	return (name) => patterns.some((part) => (part?.kind === "name" ? part.text === name : part?.matches(name) === true));
}

function isGranted(granted: readonly PathView[], { written, real }: Place, name: string): boolean {
	return admits(granted, join(written, name), join(real, name)) !== null;
}

function below({ written, real, depth }: Place, name: string): Place {
	const path = join(real, name);
	return { written: written === real ? path : join(written, name), real: path, depth: depth + 1 };
}

function join(directory: string, name: string): string {
	return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

function unknown(path: string, why: string): PathFinding {
	return { effect: "ask", code: "path-blocked", message: `It is not known what '${path}' holds: ${why}` };
}
