import type { Facts, Places } from "../language/index.ts";

/** A path as the checks see it. */
export interface Located {
	readonly ok: true;
	/** As written, worked out by text alone. */
	readonly written: string;
	/** Where reading or writing it ends up. */
	readonly real: string;
	/** The directory entry itself: its parents followed, the last component not. */
	readonly entry: string;
	/** A link inside the granted trees was followed to reach `real` / `entry`. */
	readonly viaLink: boolean;
	readonly entryViaLink: boolean;
	/** A link was followed to reach `real`, wherever it is. */
	readonly linked: boolean;
	/** `null` = the disk was not asked. */
	readonly exists: boolean | null;
	readonly directory: boolean;
	/** Names of the file; 1 when the disk was not asked. */
	readonly links: number;
	readonly resolved: boolean;
}

type Location = Located | { readonly ok: false; readonly message: string };

const LONGEST = 4096;
const ALIAS = /^\/(?:proc\/(?:self|thread-self|\d+\/(?:cwd|root|fd|task))|dev\/(?:fd|stdin|stdout|stderr))(?:\/|$)/;

function isAlias(path: string): boolean {
	const first = path.charCodeAt(1);
	// Only /proc and /dev hold such names.
	return (first === 112 || first === 100) && ALIAS.test(path);
}

/** Finds out where a path leads, with the disk's help when there is any. */
export function locatePath(path: string, directory: string, facts: Facts, places: Places): Location {
	if (path.includes("\0")) return { ok: false, message: "the path holds a NUL character" };
	if (path === "") return { ok: false, message: "the path is empty" };
	if (path.length > LONGEST || (path.length > LONGEST / 3 && utf8Length(path) > LONGEST))
		return { ok: false, message: "the path is longer than 4,096 bytes" };
	const written = normalizePath(path, directory);
	if (isAlias(written)) return { ok: false, message: `'${written}' means another file for each process` };
	if (facts.resolve === undefined) {
		return {
			ok: true,
			written,
			real: written,
			entry: written,
			viaLink: false,
			entryViaLink: false,
			linked: false,
			exists: null,
			links: 1,
			directory: false,
			resolved: false,
		};
	}
	const resolution = facts.resolve(path, directory);
	if (!resolution.ok) return { ok: false, message: resolution.message };
	const { real, entry, exists } = resolution;
	if (real !== written && isAlias(real)) return { ok: false, message: `'${real}' means another file for each process` };
	return {
		ok: true,
		written,
		real,
		entry,
		viaLink: resolution.viaLink && real !== relocate(written, places),
		entryViaLink: resolution.entryViaLink && parentOf(entry) !== relocate(parentOf(written), places),
		linked: resolution.viaLink,
		exists,
		directory: resolution.directory,
		links: resolution.links,
		resolved: true,
	};
}

/** A path below one of the agent's places, at that place's real path: links above the place are the person's own. */
function relocate(path: string, places: Places): string {
	for (const [place, from] of Object.entries(places.written)) {
		const to = places.real[place as keyof Places["real"]];
		if (to !== undefined && (path === from || path.startsWith(from === "/" ? "/" : `${from}/`))) return to + path.slice(from.length);
	}
	return path;
}

function utf8Length(text: string): number {
	let bytes = 0;
	for (const character of text)
		bytes +=
			(character.codePointAt(0) ?? 0) < 0x80
				? 1
				: (character.codePointAt(0) ?? 0) < 0x800
					? 2
					: (character.codePointAt(0) ?? 0) < 0x10000
						? 3
						: 4;
	return bytes;
}

/** An absolute path with `.`, `..` and `//` worked out by text alone. */
export function normalizePath(path: string, directory: string): string {
	const absolute = path.startsWith("/");
	const joined = absolute ? path : `${directory}/${path}`;
	if (absolute ? isNormal(path, NOTHING) : isNormal(directory, NOTHING) && isNormal(path, SLASH)) return joined;
	const parts: string[] = [];
	for (const part of joined.split("/")) {
		if (part === "" || part === ".") continue;
		if (part === "..") parts.pop();
		else parts.push(part);
	}
	return `/${parts.join("/")}`;
}

const NOTHING = 0;
const DOT = 46;
const SLASH = 47;

/** Whether a path that follows a character needs nothing worked out: no `//`, no `/.`, no final slash. */
function isNormal(path: string, follows: number): boolean {
	let before = follows;
	for (let at = 0; at < path.length; at++) {
		const character = path.charCodeAt(at);
		if (before === SLASH && (character === SLASH || character === DOT)) return false;
		before = character;
	}
	return before !== SLASH;
}

/** The directory that holds a path. */
export function parentOf(path: string): string {
	return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
