import { literalComponent } from "./parse-component.ts";
import { parseGlob } from "./parse-glob.ts";
import { splitEntry } from "./split-entry.ts";

/** How much an entry takes to compare. */
export interface EntryWeight {
	/** How many paths it stands for once its braces are written out. */
	readonly alternatives: number;
	/** How many of them have a `*` or `[…]` before their end; a whole directory (`dir/**`) is looked up and not searched. */
	readonly wild: number;
}

/** Weighs a canonical path entry. */
export function weighEntry(entry: string): EntryWeight {
	const parts = splitEntry(entry);
	const glob = parts === undefined ? undefined : parseGlob(parts.rest);
	if (!glob?.ok) return { alternatives: 1, wild: 0 };
	const wild = glob.alternatives.filter((components) =>
		components.some(
			(component, index) => literalComponent(component) === undefined && !(component === "**" && index === components.length - 1),
		),
	);
	return { alternatives: glob.alternatives.length, wild: wild.length };
}
