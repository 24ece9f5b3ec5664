import fc from "fast-check";
import type { Terms } from "../../src/engine/language/index.ts";
import { digestTerms } from "../../src/engine/seal/index.ts";
import { findEscalations } from "../../src/engine/terms/index.ts";
import { admits, sample } from "./admits.ts";
import { arbitraryTerms } from "./arbitrary-terms.ts";
import { type Law, law } from "./law.ts";

export type Meet = (one: Terms, other: Terms) => Terms;

/** What every meet must satisfy; a broken one is handed in to see the laws fail. */
export function lawsOfMeet(meet: Meet): readonly Law[] {
	const same = (one: Terms, other: Terms) => digestTerms(one) === digestTerms(other);
	return [
		law(
			"[policy-7-exact-meet] what is met lets through exactly what both let through",
			fc.property(arbitraryTerms, arbitraryTerms, fc.array(sample, { minLength: 5, maxLength: 20 }), (one, other, samples) => {
				const met = meet(one, other);
				return samples.every((asked) => admits(met, asked) === (admits(one, asked) && admits(other, asked)));
			}),
		),
		law(
			"[policy-7-below-both] what is met is within both, in every dimension",
			fc.property(arbitraryTerms, arbitraryTerms, (one, other) => {
				const met = meet(one, other);
				return findEscalations(one, met).length === 0 && findEscalations(other, met).length === 0;
			}),
		),
		law(
			"[policy-7-commutative] meeting is the same in both directions",
			fc.property(arbitraryTerms, arbitraryTerms, (one, other) => same(meet(one, other), meet(other, one))),
		),
		law(
			"[policy-7-associative] meeting three is the same in any grouping",
			fc.property(arbitraryTerms, arbitraryTerms, arbitraryTerms, (one, two, three) =>
				same(meet(meet(one, two), three), meet(one, meet(two, three))),
			),
		),
		law(
			"[policy-7-idempotent] meeting what was met changes nothing",
			fc.property(arbitraryTerms, arbitraryTerms, (one, other) => {
				const met = meet(one, other);
				return same(meet(met, met), met) && same(meet(met, one), met);
			}),
		),
	];
}
