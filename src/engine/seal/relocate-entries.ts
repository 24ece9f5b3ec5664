import { escapeGlob, splitEntry } from "../match/index.ts";
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

function relocate(entry: string, places: Omit<Places, "relocated">, resolve: Resolve): string | undefined {
	const parts = splitEntry(entry);
	if (!parts) return undefined;
	const components = parts.rest.split("/").filter((component) => component !== "");
	const glob = components.findIndex((component) => /[*?[\]{}]/.test(component));
	const fixed = glob < 0 ? components : components.slice(0, glob);
	if (fixed.length === 0) return undefined;
	const written = parts.place === null ? "" : places.written[parts.place];
	const real = parts.place === null ? "" : places.real[parts.place];
	if (written === undefined || real === undefined) return undefined;
	const resolution = resolve([stripped(written), ...fixed].join("/"), "/");
	// What cannot be resolved is refused when it is asked for; there is no real place to move the entry to.
	if (!resolution.ok || resolution.real === [stripped(real), ...fixed].join("/")) return undefined;
	return [stripped(escapeGlob(resolution.real)), ...components.slice(fixed.length)].join("/") || "/";
}

const stripped = (directory: string): string => (directory === "/" ? "" : directory);
