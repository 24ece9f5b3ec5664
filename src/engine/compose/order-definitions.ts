import type { Catalog, Definition, Problem } from "../vocabulary/index.ts";
import { type Found, findFragment, findProfile, type Place } from "./find-definition.ts";
import { sourceAt } from "./source-at.ts";

/** The definitions that make up one profile, in the order in which they apply, and what is wrong with the chain. */
export interface Ordered {
	readonly steps: readonly Definition[];
	readonly problems: readonly Problem[];
}

const DEEPEST = 64;

/**
 * Depth first: what a definition extends, from left to right, then what it includes, then the definition itself.
 * A definition that is reached twice applies once, the first time.
 */
export function orderDefinitions(root: Definition, catalog: Catalog): Ordered {
	const steps: Definition[] = [];
	const problems: Problem[] = [];
	const done = new Set<Definition>();

	const visit = (definition: Definition, trail: readonly Definition[], place: Place): void => {
		if (done.has(definition)) return;
		if (trail.includes(definition)) {
			problems.push(cycle([...trail.slice(trail.indexOf(definition)), definition], place));
			return;
		}
		if (trail.length >= DEEPEST) {
			problems.push({
				severity: "error",
				code: "too-large",
				message: `definitions build on each other more than ${DEEPEST} levels deep`,
				...place,
			});
			return;
		}
		for (const base of basesOf(definition, catalog)) {
			if (base.found.ok) visit(base.found.found, [...trail, definition], base.place);
			else problems.push(base.found.problem);
		}
		done.add(definition);
		steps.push(definition);
	};

	visit(root, [], { path: "" });
	return { steps, problems };
}

function basesOf(definition: Definition, catalog: Catalog): readonly { readonly found: Found<Definition>; readonly place: Place }[] {
	const { extends: bases = [], include = [] } = definition.profile;
	const profiles = typeof bases === "string" ? [bases] : bases;
	const placeOf = (path: string): Place => ({ path, source: sourceAt(definition, path) });
	return [
		...profiles.map((name, index) => {
			const place = placeOf(typeof bases === "string" ? "extends" : `extends[${index}]`);
			return { place, found: findProfile(name, catalog, place) };
		}),
		...include.map((name, index) => {
			const place = placeOf(`include[${index}]`);
			return { place, found: findFragment(name, catalog, place) };
		}),
	];
}

function cycle(members: readonly Definition[], place: Place): Problem {
	const names = members.map(({ name }) => name).join(" → ");
	return {
		severity: "error",
		code: "cycle",
		message: `definitions build on themselves: ${names}`,
		hint: "remove one of them from extends or include",
		...place,
	};
}
