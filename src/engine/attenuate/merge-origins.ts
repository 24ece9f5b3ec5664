import type { Origins, Source, Terms, Writ } from "../vocabulary/index.ts";

/** Where each entry of the child's writ was written: the wish's own places first, the parent's for what came from it. */
export function mergeOrigins(parent: Pick<Writ, "origins">, wish: Pick<Writ, "origins" | "terms">, terms: Terms): Origins {
	const dimensions = new Set([...Object.keys(parent.origins), ...Object.keys(wish.origins)]);
	return Object.fromEntries(
		[...dimensions].map((dimension) => {
			const own = originsOf(wish.origins, dimension);
			const held = originsOf(parent.origins, dimension);
			// A plain value that is not the wished one is the parent's.
			const lowered = JSON.stringify(valueAt(terms, dimension)) !== JSON.stringify(valueAt(wish.terms, dimension));
			const plain = (lowered ? held[""] : own[""]) ?? own[""] ?? held[""];
			return [dimension, { ...held, ...own, ...(plain === undefined ? {} : { "": plain }) }];
		}),
	);
}

function originsOf(origins: Origins, dimension: string): Readonly<Record<string, Source>> {
	return Object.hasOwn(origins, dimension) ? (origins[dimension] ?? {}) : {};
}

/** The value at a dotted dimension; `undefined` where there is none. */
function valueAt(terms: Terms, dimension: string): unknown {
	let value: unknown = terms;
	for (const key of dimension.split(".")) {
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
		value = Object.entries(value).find(([name]) => name === key)?.[1];
	}
	return value;
}
