import { directoryOf, escapeGlob, splitEntry } from "../match/index.ts";
import type { Places, Resolve } from "../vocabulary/index.ts";

/**
 * The path entries whose static part leads through a link, with the same entry at its real place: an entry that is a link
 * grants, and forbids, what is really there.
 */
export function relocateEntries(
	entries: Iterable<string>,
	places: Omit<Places, "relocated">,
	resolve: Resolve,
): Readonly<Record<string, string>> {
	const relocated: Record<string, string> = {};
	for (const entry of entries) {
		const moved = relocate(entry, places, resolve);
		if (moved !== undefined) relocated[entry] = moved;
	}
	return relocated;
}

/** Whether an entry names more than a place before its first pattern: only then it can lead through a link. */
export function canLead(entry: string): boolean {
	const parts = splitEntry(entry);
	return parts !== undefined && fixedPart(parts.rest).length > 0;
}

function fixedPart(rest: string): readonly string[] {
	const components = componentsOf(rest);
	const glob = components.findIndex((component) => /[*?[\]{}]/.test(component));
	return glob < 0 ? components : components.slice(0, glob);
}

function componentsOf(rest: string): readonly string[] {
	return rest.split("/").filter((component) => component !== "");
}

function relocate(entry: string, places: Omit<Places, "relocated">, resolve: Resolve): string | undefined {
	const parts = splitEntry(entry);
	if (!parts) return undefined;
	const fixed = fixedPart(parts.rest);
	if (fixed.length === 0 && parts.place !== "home") return undefined;
	const written = parts.place === null ? "" : directoryOf(parts.place, places, "written");
	const real = parts.place === null ? "" : directoryOf(parts.place, places, "real");
	if (written === undefined || real === undefined) return undefined;
	const resolution = resolve([stripped(written), ...fixed].join("/"), "/");
	// What cannot be resolved is refused when it is asked for; there is no real place to move the entry to.
	if (!resolution.ok || resolution.real === [stripped(real), ...fixed].join("/")) return undefined;
	return [stripped(escapeGlob(resolution.real)), ...componentsOf(parts.rest).slice(fixed.length)].join("/") || "/";
}

const stripped = (directory: string): string => (directory === "/" ? "" : directory);
