import { canonicalPathEntry, escapeGlob, writtenPathEntry } from "../../match/index.ts";
import { type Facts, PLACES, type Places } from "../../vocabulary/index.ts";
import { plainPath } from "../path-detail.ts";

/** The canonical entries for a path as it is written and as it really is. */
export function entriesFor(path: string, directory: string, facts: Facts, places: Places): readonly string[] {
	const written = plainPath(path, directory);
	const resolution = path.includes("\0") ? undefined : facts.resolve?.(path, directory);
	const forms = resolution?.ok === true ? [written, resolution.real, resolution.entry] : [written];
	return [...new Set(forms.map((form) => entryFor(form, places)))].filter(canBeWritten);
}

/** The entry that means one absolute path: below a named place if it lies in one. */
function entryFor(path: string, places: Places): string {
	for (const place of PLACES) {
		for (const root of [places.written[place], places.real[place]]) {
			if (place === "own" || root === undefined || root === "/") continue;
			if (path === root) return `<${place}>`;
			if (path.startsWith(`${root}/`)) return `<${place}>${escapeGlob(path.slice(root.length))}`;
		}
	}
	return escapeGlob(path);
}

/** Whether a person can write the entry so that it reads as the same again. */
function canBeWritten(entry: string): boolean {
	const read = canonicalPathEntry(writtenPathEntry(entry), "grant");
	return read.ok && read.text === entry;
}
