import type { Bound, Escalation, Origins, Source, Terms, Writ } from "../language/index.ts";
import { digestTerms } from "../seal/index.ts";
import { boundOn, deepFreeze, findEscalations, meetTerms, termsForChild } from "../terms/index.ts";

/** What a child asks to be: sealed, but not yet bounded by a parent. A whole writ will do. */
export type Wish = Pick<Writ, "agent" | "children" | "profile" | "terms" | "places" | "origins"> & Partial<Pick<Writ, "digest">>;

interface AttenuateOptions {
	/** `strict` (default) refuses a wish that exceeds the parent; `clamp` cuts it down. */
	readonly mode?: "strict" | "clamp";
}

export type Attenuation = { readonly ok: true; readonly writ: Writ } | { readonly ok: false; readonly escalations: readonly Escalation[] };

/**
 * The writ of a child: what it wishes and its parent has, or everything that it asks for beyond its parent.
 *
 * INVARIANT: the result is the meet of both in either mode; the search for escalations only decides whether to refuse,
 * so that what it might overlook is still not granted (test/laws). What the meet might overlook is not granted either: the wish and
 * the parent's terms bound the child, each by itself.
 */
export function attenuate(parent: Writ, wish: Wish, { mode = "strict" }: AttenuateOptions = {}): Attenuation {
	if (mode !== "clamp") {
		const escalations = findEscalations(termsForChild(parent), wish.terms, {
			parentPlaces: parent.places,
			childPlaces: wish.places,
			family: [parent.agent, ...wish.children],
			origins: wish.origins,
		}).filter(({ dimension }) => isStated(wish.origins, dimension));
		if (escalations.length > 0) return { ok: false, escalations };
	}
	const terms = boundedTerms(termsForChild(parent, wish), wish.terms);
	const digest = digestTerms(terms);
	const { agent, children, profile, places } = wish;
	const bounds = boundsOf(parent, wish, digest);
	return {
		ok: true,
		writ: deepFreeze({
			agent,
			parent: parent.agent,
			children,
			profile,
			// Many children ask for exactly what they get: they share one object, and what is compiled from it.
			terms: digest === wish.digest ? wish.terms : digest === parent.digest ? parent.terms : terms,
			digest,
			places,
			origins: originsOfChild(parent, wish, terms),
			...(bounds.length === 0 ? {} : { bounds }),
		}),
	};
}

/** The wish and everything that bounds the parent, each once, without what is the same as the child's own terms. */
function boundsOf(parent: Writ, wish: Wish, digest: string): readonly Bound[] {
	const above = [{ agent: parent.agent, terms: parent.terms }, ...(parent.bounds ?? [])];
	const all = [
		{ agent: wish.agent, terms: wish.terms },
		...above.map(({ agent, terms }) => ({ agent, terms: boundOn({ ...parent, terms }, wish) })),
	];
	const seen = new Set([digest]);
	return all.filter(({ terms }) => seen.size < seen.add(digestTerms(terms)).size);
}

/** A default is not a wish: where the child says nothing it takes what its parent has, as far as the default goes. */
function isStated(origins: Origins, dimension: string): boolean {
	const stated = Object.keys(origins);
	return (
		stated.length === 0 || stated.some((key) => dimension === key || dimension.startsWith(`${key}.`) || key.startsWith(`${dimension}.`))
	);
}

function boundedTerms(held: Terms, wish: Terms): Terms {
	const met = meetTerms(held, wish);
	return {
		...met,
		level: wish.level,
		// The parent's own words for a tool count, not a mixture of both.
		tools: { ...met.tools, declare: { ...met.tools.declare, ...held.tools.declare } },
		// A child that may not share the session gets directories of its own, not a view of its parent's.
		sandbox: { ...met.sandbox, mode: met.sandbox.mode === wish.sandbox.mode ? met.sandbox.mode : "isolated" },
	};
}

/** Where each entry of the child's writ was written: the wish's own places first, the parent's for what came from it. */
function originsOfChild(parent: Pick<Writ, "origins">, wish: Pick<Writ, "origins" | "terms">, terms: Terms): Origins {
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
