import type { Problem } from "../vocabulary/index.ts";
import type { Found, Place } from "./find-definition.ts";

/** What makes up one definition, in the order in which it applies, and what is wrong with the chain. */
export interface Ordered<T> {
	readonly steps: readonly T[];
	readonly problems: readonly Problem[];
}

/** What a definition builds on, and where it says so. */
export interface Base<T> {
	readonly found: Found<T>;
	readonly place: Place;
}

/** How the members of a chain are called, and the keys by which they build on each other. */
export interface ChainWords {
	readonly members: string;
	readonly keys: string;
}

const DEEPEST = 64;

/** Depth first: what a member builds on, from left to right, then the member itself. One that is reached twice applies once, the first time. */
export function orderChain<T extends { readonly name: string }>(
	root: T,
	basesOf: (member: T) => readonly Base<T>[],
	{ members, keys }: ChainWords,
): Ordered<T> {
	const steps = new Set<T>();
	const problems: Problem[] = [];

	const visit = (member: T, trail: readonly T[], place: Place): void => {
		if (steps.has(member)) return;
		if (trail.includes(member)) {
			const names = [...trail.slice(trail.indexOf(member)), member].map(({ name }) => name).join(" → ");
			const hint = `remove one of them from ${keys}`;
			problems.push({ severity: "error", code: "cycle", message: `${members} build on themselves: ${names}`, hint, ...place });
			return;
		}
		if (trail.length >= DEEPEST) {
			const message = `${members} build on each other more than ${DEEPEST} levels deep`;
			problems.push({ severity: "error", code: "too-large", message, ...place });
			return;
		}
		for (const { found, place: at } of basesOf(member)) {
			if (found.ok) visit(found.found, [...trail, member], at);
			else problems.push(found.problem);
		}
		steps.add(member);
	};

	visit(root, [], { path: "" });
	return { steps: [...steps], problems };
}
