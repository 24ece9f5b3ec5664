import { canonicalOrigins, findEscalations, termsOfProfile } from "../match/index.ts";
import type { Origins, Problem, Profile, Source } from "../vocabulary/index.ts";
import { loosenings } from "./loosenings.ts";
import { finishOrigins, type OriginsDraft, recordOrigins } from "./origins-draft.ts";
import { type Placed, sourceAt } from "./source-at.ts";
import { statementsOf } from "./statements.ts";

/** A change by someone who may only tighten. */
export interface Change {
	readonly before: Profile;
	readonly after: Profile;
	/** Where what was before came from. */
	readonly origins: Origins;
	/** The document's plain statements. */
	readonly part: Profile;
	/** The document as written, `*_add` keys included, and where its statements stand in it. */
	readonly said: object;
	readonly within: string;
	readonly by: Placed;
	readonly hint: string;
}

/** Everything in which a change grants more than before: each is a problem of its own, at its place. */
export function checkTightening(change: Change): readonly Problem[] {
	const before = termsOfProfile(change.before, change.origins);
	const own: OriginsDraft = new Map();
	recordOrigins(own, change.by, change.said, change.within);
	const written = finishOrigins(own, change.said);
	const after = termsOfProfile(change.after, written);
	// SECURITY: what cannot be compared is refused; a broken definition above must not let everything below pass.
	if (!before.ok || !after.ok) return [...(before.ok ? [] : before.problems), ...(after.ok ? [] : after.problems)];

	const { declare } = after.terms.tools;
	const found = findEscalations(before.terms, after.terms, { origins: canonicalOrigins(written, declare), declarations: declare });
	// What only follows from a statement (events from a capability) is not reported beside it.
	const stated = new Set(statementsOf(change.said).map(({ dimension }) => dimension));
	const direct = found.filter(({ dimension }) => stated.has(dimension));
	return distinct([
		...loosenings(change.before, change.part).map(({ dimension, says }) => problemOf(change, dimension, says)),
		...(direct.length > 0 ? direct : found).map(({ dimension, requested, parent, source }) =>
			problemOf(change, dimension, `${requested} goes beyond what is granted above: ${parent}`, source),
		),
	]);
}

function problemOf({ by, within, hint }: Change, dimension: string, says: string, source?: Source): Problem {
	const path = within + dimension;
	return { severity: "error", code: "escalation", path, message: `${path}: ${says}`, hint, source: source ?? sourceAt(by, path) };
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
	return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}
