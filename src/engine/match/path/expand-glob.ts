import type { Disk } from "../../vocabulary/index.ts";
import { type GlobPart, readGlobPart } from "./shell-glob.ts";

/** What a shell makes of a word with a glob. */
export interface Expansion {
	/** The words, as the shell writes them; none when nothing matches, and then the word stays as it is. */
	readonly paths: readonly string[];
	/** The directories whose names the shell looks through, each once. */
	readonly listed: readonly string[];
}

const LONGEST = 4096;
const MOST_PATHS = 2_000;
const MOST_LISTED = 500;

/**
 * The words that a shell could put in the place of one, looked up on the disk: every word of any shell, with or without hidden
 * names and whatever the case. `null` when that cannot be told.
 */
export function expandGlob(pattern: string, cwd: string, disk: Disk): Expansion | null {
	if (pattern.length > LONGEST || pattern.includes("\0")) return null;
	const [first = "", ...rest] = pattern.split("/");
	const listed = new Set<string>();
	let words: readonly string[] = [""];
	let looked = false;
	for (const [index, text] of [first, ...rest].entries()) {
		if (index > 0) words = words.map((word) => `${word}/`);
		if (text === "") {
			if (looked && index === rest.length) words = words.filter((word) => isDirectory(word, cwd, disk));
			continue;
		}
		const part = readGlobPart(text);
		if (part === null) return null;
		if (part.kind === "name") {
			words = words.map((word) => word + part.text);
			if (!looked) continue;
			words = words.filter((word) => isThere(word, cwd, disk));
			continue;
		}
		looked = true;
		const found = look(words, part, index < rest.length, { cwd, disk, listed });
		if (found === null) return null;
		words = found;
	}
	return looked ? { paths: words, listed: [...listed] } : null;
}

interface Search {
	readonly cwd: string;
	readonly disk: Disk;
	readonly listed: Set<string>;
}

/** The words with each name that a pattern finds in the directories they lead to. */
function look(
	words: readonly string[],
	{ matches }: Extract<GlobPart, { readonly kind: "pattern" }>,
	onlyDirectories: boolean,
	{ cwd, disk, listed }: Search,
): readonly string[] | null {
	const found: string[] = [];
	for (const word of words) {
		const directory = word === "" ? "." : word === "/" ? word : word.replace(/(?<!\/)\/+$/, "") || "/";
		const resolution = disk.resolve(directory, cwd);
		if (!resolution.ok) return null;
		if (!resolution.exists || !resolution.directory) continue;
		listed.add(directory);
		const listing = listed.size > MOST_LISTED ? null : disk.list(resolution.real);
		if (listing === null || (!listing.ok && listing.why !== "missing")) return null;
		if (!listing.ok) continue;
		const { files, directories, links } = listing;
		for (const names of onlyDirectories ? [directories, links] : [files, directories, links]) {
			for (const name of names) {
				if (!matches(name)) continue;
				// A name that is not plain text cannot be judged by its text.
				if (name.includes("\uFFFD") || found.length === MOST_PATHS) return null;
				found.push(word + name);
			}
		}
	}
	return found;
}

/** A link that leads nowhere is there too; what cannot be resolved counts as there, and is judged like any path. */
function isThere(word: string, cwd: string, { resolve }: Disk): boolean {
	const resolution = resolve(word, cwd);
	return !resolution.ok || resolution.exists || resolution.real !== resolution.entry;
}

function isDirectory(word: string, cwd: string, { resolve }: Disk): boolean {
	const resolution = resolve(word, cwd);
	return !resolution.ok || resolution.directory;
}
