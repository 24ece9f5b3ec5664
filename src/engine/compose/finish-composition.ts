import type { Catalog, Composition, Definition, Origins, Problem, Profile, Source } from "../language/index.ts";
import { profileShape, type ReadOutcome, readShape } from "../shapes/index.ts";
import { deepFreeze, termsOfBound, termsOfProfile } from "../terms/index.ts";
import { applyDefinition } from "./apply-definition.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { orderDefinitions } from "./order-definitions.ts";
import { finishOrigins, type Placed, sourceAt } from "./origins.ts";

/** The finished composition of a draft under the catalog's ceiling, checked as a whole and frozen. */
export function finishComposition(draft: Draft, root: Definition, catalog: Catalog): ComposeOutcome {
	const copy = plainCopy(withIdentity(draft.profile, root));
	if (!copy.ok) return { ok: false, problems: inOrder([...draft.problems, ...copy.problems]) };
	const profile = deepFreeze(copy.value);
	const origins = deepFreeze(finishOrigins(draft.origins, profile));
	const terms = termsOfProfile(profile, origins);
	const ceiling = flatCeiling(catalog);
	const own = placeProblems([...draft.problems, ...(terms.ok ? terms.warnings : terms.problems)], origins, root);
	const problems = inOrder([...own, ...ceiling.problems]);
	if (problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
	const composition: Composition = {
		name: root.name,
		profile,
		origins,
		...(ceiling.profile === undefined ? {} : { ceiling: ceiling.profile, ceilingOrigins: ceiling.origins }),
		...(draft.within.length === 0 ? {} : { within: draft.within }),
		...(draft.bounds.length === 0 ? {} : { bounds: draft.bounds }),
	};
	return { ok: true, composition: deepFreeze(composition), warnings: problems };
}

/**
 * A copy that shares nothing with the definitions, so that freezing it does not freeze them. It is checked once more: a
 * catalog that was not made by our own loader is of unknown origin too.
 */
function plainCopy(profile: Profile): ReadOutcome<Profile> {
	return readShape(profile, profileShape, "the composed profile");
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
function flatCeiling({ ceiling, ...catalog }: Catalog): FlatCeiling {
	if (!ceiling) return { origins: {}, problems: [] };
	const draft = emptyDraft();
	const { steps, problems } = orderDefinitions(ceiling, catalog);
	for (const step of steps) applyDefinition(draft, step, problems.length === 0 ? "whole" : "broken");
	const copy = plainCopy(draft.profile);
	if (!copy.ok) return { origins: {}, problems: [...problems, ...copy.problems] };
	const origins = finishOrigins(draft.origins, copy.value);
	const terms = termsOfBound(copy.value, origins);
	const found = [...problems, ...draft.problems, ...(terms.ok ? terms.warnings : terms.problems)];
	return { profile: copy.value, origins, problems: placeProblems(found, origins, ceiling) };
}

interface FlatCeiling {
	readonly profile?: Profile;
	readonly origins: Origins;
	readonly problems: readonly Problem[];
}

/** Sorted by place; one fault is met at each step that it survives, and told once. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
	const once = new Map(problems.map((problem) => [`${problem.code} ${problem.message} ${JSON.stringify(problem.source)}`, problem]));
	return [...once.values()].toSorted(({ source: one = NOWHERE }, { source: other = NOWHERE }) => {
		const [file, otherFile] = [one.file ?? "", other.file ?? ""];
		if (file !== otherFile) return file < otherFile ? -1 : 1;
		return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
	});
}

const NOWHERE: Partial<Source> = {};

/** A composition with what a person should know about it, or everything that is wrong. */
export type ComposeOutcome =
	| { readonly ok: true; readonly composition: Composition; readonly warnings: readonly Problem[] }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Problems that all say where: one without a place of its own stands where its dimension was written, else in the document that was asked for. */
function placeProblems(problems: readonly Problem[], origins: Origins, root: Placed): readonly Problem[] {
	return problems.map((problem) => {
		if (problem.source !== undefined) return problem;
		const source = sourceOf(problem.path, origins) ?? (root.file === undefined ? undefined : sourceAt(root, problem.path));
		return source === undefined ? problem : { ...problem, source };
	});
}

/** Where a dimension, or the first thing in it, was written. */
function sourceOf(path: string, origins: Origins): Source | undefined {
	const dimension = path.replace(/\[\d+\]$/, "");
	if (dimension === "") return undefined;
	const inside = Object.keys(origins).find(
		(key) => key === dimension || key.startsWith(`${dimension}.`) || key.startsWith(`${dimension}[`),
	);
	return inside === undefined ? undefined : Object.values(origins[inside] ?? {})[0];
}
