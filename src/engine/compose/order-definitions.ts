import { quoteText } from "../match/index.ts";
import type { Catalog, Definition } from "../vocabulary/index.ts";
import { type Found, findFragment, findProfile, type Place } from "./find-definition.ts";
import { mayWiden } from "./may-widen.ts";
import { type Base, type Ordered, orderChain } from "./order-chain.ts";
import { sourceAt } from "./source-at.ts";

/** The definitions that make up one profile: what it extends, then what it includes, then the definition itself. */
export function orderDefinitions(root: Definition, catalog: Catalog): Ordered<Definition> {
	return orderChain(root, (definition) => basesOf(definition, catalog), { members: "definitions", keys: "extends or include" });
}

function basesOf(definition: Definition, catalog: Catalog): readonly Base<Definition>[] {
	const { extends: bases = [], include = [] } = definition.profile;
	const profiles = typeof bases === "string" ? [bases] : bases;
	const placeOf = (path: string): Place => ({ path, source: sourceAt(definition, path) });
	return [
		...profiles.map((name, index) => {
			const place = placeOf(typeof bases === "string" ? "extends" : `extends[${index}]`);
			return { place, found: granted(definition, findProfile(name, catalog, place), place) };
		}),
		...include.map((name, index) => {
			const place = placeOf(`include[${index}]`);
			return { place, found: findFragment(name, catalog, place) };
		}),
	];
}

/**
 * SECURITY: writ ships a profile that bounds nothing, for people who ask for it by its name. A project that builds on it
 * would be asking in their place, with a name of its own choice (compose-profile.test.ts).
 */
function granted(by: Definition, base: Found<Definition>, place: Place): Found<Definition> {
	if (mayWiden(by.layer) || !base.ok || base.found.layer !== "built-in" || base.found.profile.level !== "yolo") return base;
	return {
		ok: false,
		problem: {
			severity: "error",
			code: "escalation",
			message: `a project cannot build on the profile ${quoteText(base.found.name)}, which bounds nothing`,
			hint: "build on a narrower profile, or on one of your own home that extends it",
			...place,
		},
	};
}
