import type { Profile, Terms } from "../../vocabulary/index.ts";
import { meetTerms } from "./meet-terms.ts";
import { type TermsOutcome, termsOfBound } from "./terms-of-profile.ts";

/** Terms within a bound, which restricts only what it states; the label stays the terms' own. */
export function meetBound(terms: Terms, bound: Profile): TermsOutcome {
	const outcome = termsOfBound(bound);
	if (!outcome.ok) return outcome;
	// A list of names has no entry that stands for all names.
	const environment = bound.environment?.allow === undefined ? terms.environment : outcome.terms.environment;
	return { ...outcome, terms: meetTerms(terms, { ...outcome.terms, level: terms.level, environment }) };
}
