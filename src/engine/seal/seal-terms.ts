import { deepFreeze, isDeepFrozen, meetBound, meetTerms, type TermsOutcome, termsOfProfile } from "../match/index.ts";
import type { Composition, Origins, Problem, Terms, WritDigest } from "../vocabulary/index.ts";
import { digestTerms } from "./digest-terms.ts";
import { sealOrigins } from "./seal-origins.ts";

/** What all agents on one composition share. */
export interface SealedTerms {
	readonly ok: true;
	readonly terms: Terms;
	readonly digest: WritDigest;
	readonly origins: Origins;
	readonly warnings: readonly Problem[];
}

type Outcome = SealedTerms | { readonly ok: false; readonly problems: readonly Problem[] };

/** The terms of a composition within everything that bounds it, with their digest. */
export function sealTerms(composition: Composition): Outcome {
	const known = sealed.get(composition);
	if (known) return known;
	const outcome = make(composition);
	// SECURITY: what its maker could still change must be read again each time (seal-composition.test.ts).
	if (isDeepFrozen(composition)) sealed.set(composition, outcome);
	return outcome;
}

const sealed = new WeakMap<Composition, Outcome>();

function make(composition: Composition): Outcome {
	const { profile, within = [], bounds = [], ceiling, origins } = composition;
	const problems: Problem[] = [];
	const whole = take(termsOfProfile(profile, origins), problems);
	let terms = whole;
	for (const other of within) {
		const met = take(termsOfProfile(other), problems);
		if (terms && met) terms = { ...meetTerms(terms, met), level: terms.level };
	}
	for (const bound of ceiling ? [...bounds, ceiling] : bounds) {
		if (terms) terms = take(meetBound(terms, bound), problems);
	}
	if (!whole || !terms || problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
	return {
		ok: true,
		terms: deepFreeze(terms),
		digest: digestTerms(terms),
		origins: sealOrigins(composition, whole, terms),
		warnings: problems,
	};
}

function take(outcome: TermsOutcome, problems: Problem[]): Terms | undefined {
	problems.push(...(outcome.ok ? outcome.warnings : outcome.problems));
	return outcome.ok ? outcome.terms : undefined;
}
