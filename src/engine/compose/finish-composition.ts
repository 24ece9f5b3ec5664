import { deepFreeze, termsOfProfile } from "../match/index.ts";
import type { Catalog, Composition, Definition, Problem, Profile } from "../vocabulary/index.ts";
import { applyDefinition } from "./apply-definition.ts";
import type { ComposeOutcome } from "./compose-outcome.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { finishOrigins } from "./origins-draft.ts";
import { orderDefinitions } from "./order-definitions.ts";

/** The finished composition of a draft under the catalog's ceiling, checked as a whole and frozen. */
export function finishComposition(draft: Draft, root: Definition, catalog: Catalog): ComposeOutcome {
	const profile = deepFreeze(withIdentity(draft.profile, root));
	const origins = deepFreeze(finishOrigins(draft.origins, profile));
	const terms = termsOfProfile(profile, origins);
	const ceiling = flatCeiling(catalog);
	const problems = distinct([...draft.problems, ...(terms.ok ? terms.warnings : terms.problems), ...ceiling.problems]);
	if (problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
	const composition: Composition = {
		name: root.name,
		profile,
		origins,
		...(ceiling.profile === undefined ? {} : { ceiling: ceiling.profile }),
		...(draft.within.length === 0 ? {} : { within: draft.within }),
		...(draft.bounds.length === 0 ? {} : { bounds: draft.bounds }),
	};
	return { ok: true, composition: deepFreeze(composition), warnings: problems };
}

/** Flat: what the document builds on is worked in and no longer named. */
function withIdentity(profile: Profile, root: Definition): Profile {
	const { name, type, version, description, author } = root.profile;
	return {
		...(name === undefined ? {} : { name }),
		...(type === undefined ? {} : { type }),
		...(version === undefined ? {} : { version }),
		...(description === undefined ? {} : { description }),
		...(author === undefined ? {} : { author }),
		...profile,
	};
}

/** The ceiling is a definition of its own: what it states bounds, and it may build on others. */
function flatCeiling({ ceiling, ...catalog }: Catalog): { readonly profile?: Profile; readonly problems: readonly Problem[] } {
	if (!ceiling) return { problems: [] };
	const draft = emptyDraft();
	const { steps, problems } = orderDefinitions(ceiling, catalog);
	for (const step of steps) applyDefinition(draft, step);
	return { profile: draft.profile, problems: [...problems, ...draft.problems] };
}

/** One fault is met at each step that it survives; it is told once. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
	return [...new Map(problems.map((problem) => [`${problem.code} ${problem.message} ${JSON.stringify(problem.source)}`, problem])).values()];
}
