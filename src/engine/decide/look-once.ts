import type { DirectoryListing, Facts, List, Resolution, Resolve } from "../language/index.ts";

/** One question to the disk, as it was asked, and what it said. */
export interface Look {
	readonly path: string;
	readonly directory: string;
	readonly resolution: Resolution;
}

/** What one decision sees of the disk. */
export interface Sight {
	/** Facts under which the disk is asked once about the same thing. */
	readonly facts: Facts;
	/** What was asked first, each once. */
	readonly looks: readonly Look[];
	/** What was listed, by directory; `null` = nothing. */
	readonly listings: ReadonlyMap<string, DirectoryListing> | null;
}

/** Up to this many are found faster by looking through them all. */
const FEW_LOOKS = 16;
/** A decision that looks at more paths asks about the others again. */
const MOST_LOOKS = 4_096;

/**
 * Makes the disk say one thing in one decision: everything in it speaks of one state of the disk, and a directory is read once. It is
 * made for one decision and forgotten with it.
 */
export function lookOnce(given: Facts): Sight {
	const { resolve, list } = given;
	const sight: Seeing = { facts: given, looks: NO_LOOKS, more: null, listings: null };
	if (resolve === undefined && list === undefined) return sight;
	const facts: { -readonly [Key in keyof Facts]: Facts[Key] } = { ...given };
	if (resolve !== undefined) facts.resolve = (path, directory) => look(sight, resolve, path, directory);
	if (list !== undefined) facts.list = (directory) => listOnce(sight, list, directory);
	sight.facts = facts;
	return sight;
}

interface Seeing extends Sight {
	facts: Facts;
	looks: Look[];
	/** What was asked after the first few. */
	more: Map<string, Resolution> | null;
	listings: Map<string, DirectoryListing> | null;
}

/** Most decisions look at nothing. */
const NO_LOOKS: Look[] = [];

function look(sight: Seeing, resolve: Resolve, path: string, directory: string): Resolution {
	const { looks } = sight;
	for (let at = 0; at < looks.length; at++) {
		const known = looks[at];
		if (known !== undefined && known.path === path && known.directory === directory) return known.resolution;
	}
	if (looks.length >= FEW_LOOKS) return lookFurther(sight, resolve, path, directory);
	const resolution = resolve(path, directory);
	if (looks === NO_LOOKS) sight.looks = [{ path, directory, resolution }];
	else looks.push({ path, directory, resolution });
	return resolution;
}

function lookFurther(sight: Seeing, resolve: Resolve, path: string, directory: string): Resolution {
	sight.more ??= new Map();
	const key = `${directory}\0${path}`;
	const known = sight.more.get(key);
	if (known !== undefined) return known;
	const resolution = resolve(path, directory);
	if (sight.more.size < MOST_LOOKS) sight.more.set(key, resolution);
	return resolution;
}

function listOnce(sight: Seeing, list: List, directory: string): DirectoryListing {
	sight.listings ??= new Map();
	let listing = sight.listings.get(directory);
	if (listing === undefined) sight.listings.set(directory, (listing = list(directory)));
	return listing;
}
