import type { Catalog, Definition, Problem, ProfileOverrides } from "../language/index.ts";
import { overridesShape, profileShape, type ReadOutcome, readShape } from "../shapes/index.ts";
import { deepFreeze } from "../terms/index.ts";
import { applyDefinition } from "./apply-definition.ts";
import { applyOverrides } from "./apply-overrides.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { type ComposeOutcome, finishComposition } from "./finish-composition.ts";
import { rememberCompositions } from "./memory.ts";
import { findProfile, orderDefinitions } from "./order-definitions.ts";

/** What a spawn or a person adds to a profile. */
export interface ComposeOptions {
	readonly overrides?: ProfileOverrides;
	/** The right to widen: without it overrides can only tighten. */
	readonly mayWiden?: boolean;
}

/** A catalog in which no name refers to anything. */
export const EMPTY_CATALOG: Catalog = deepFreeze({ profiles: {}, fragments: {}, agents: {}, aliases: {}, problems: [] });

/** Works out a profile: what it extends, what it includes, the document itself, then the overrides. */
export function composeProfile(wish: unknown, catalog: Catalog = EMPTY_CATALOG, options: ComposeOptions = {}): ComposeOutcome {
	const { overrides, mayWiden = false } = options;
	const asked = readWish(wish, catalog);
	if (!asked.ok) return asked;
	const { definition } = asked;
	if (overrides === undefined && asked.overrides === undefined)
		return composePlain(typeof wish === "object" && wish !== null ? wish : definition, definition, catalog);

	const draft = emptyDraft();
	applyOrdered(draft, definition, catalog);
	if (asked.overrides) applyOverrides(draft, asked.overrides, { by: SPAWN, within: "overrides.", mayWiden });
	if (overrides !== undefined) applyUnread(draft, overrides, mayWiden);
	return finishComposition(draft, definition, catalog);
}

/** A profile to which nothing is added. */
const composePlain = rememberCompositions((definition, catalog) => {
	const draft = emptyDraft();
	applyOrdered(draft, definition, catalog);
	return finishComposition(draft, definition, catalog);
});

/** Works a definition in with everything that it builds on. */
export function applyOrdered(draft: Draft, definition: Definition, catalog: Catalog): void {
	const { steps, problems } = orderDefinitions(definition, catalog);
	draft.problems.push(...problems);
	for (const step of steps) applyDefinition(draft, step, problems.length === 0 ? "whole" : "broken");
}

/** Works in overrides of unknown origin that were given beside a wish. */
export function applyUnread(draft: Draft, overrides: unknown, mayWiden: boolean): void {
	const read = readOverrides(overrides);
	if (read.ok) applyOverrides(draft, read.value, { by: SPAWN, within: "overrides.", mayWiden });
	else draft.problems.push(...read.problems.map((problem) => ({ ...problem, path: `overrides.${problem.path}` })));
}

/** Overrides have no file of their own. */
const SPAWN = { name: "overrides", layer: "override", positions: {} } as const;

/** What a wish asks for: a definition, and overrides that came with it. */
type WishReading =
	| { readonly ok: true; readonly definition: Definition; readonly overrides: ProfileOverrides | undefined }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a wish of unknown origin: the name of a profile, a profile, or `{profile, overrides}`. */
function readWish(wish: unknown, catalog: Catalog): WishReading {
	if (typeof wish === "string") return withOverrides(named(wish, catalog), undefined);
	if (!isPair(wish)) return withOverrides(inline(wish), undefined);
	const pair = readShape(wish, PAIR, "the wish");
	if (!pair.ok) return pair;
	const { profile, overrides } = pair.value;
	return withOverrides(typeof profile === "string" ? named(profile, catalog) : inline(profile), overrides);
}

/** Overrides of unknown origin, checked. */
function readOverrides(overrides: unknown): ReadOutcome<ProfileOverrides> {
	return readShape(overrides, overridesShape, "the overrides");
}

const PAIR = {
	kind: "object",
	required: ["profile"],
	keys: { profile: { kind: "union", of: [{ kind: "text" }, profileShape] }, overrides: overridesShape },
} as const;

/** A profile has no key `profile`; with one, the object is a wish. */
function isPair(wish: unknown): boolean {
	try {
		return typeof wish === "object" && wish !== null && Object.hasOwn(wish, "profile");
	} catch {
		return false;
	}
}

type DefinitionOutcome =
	| { readonly ok: true; readonly definition: Definition }
	| { readonly ok: false; readonly problems: readonly Problem[] };

function withOverrides(outcome: DefinitionOutcome, overrides: ProfileOverrides | undefined): WishReading {
	return outcome.ok ? { ...outcome, overrides } : outcome;
}

function named(name: string, catalog: Catalog): DefinitionOutcome {
	const outcome = findProfile(name, catalog, { path: "profile" });
	return outcome.ok ? { ok: true, definition: outcome.found } : { ok: false, problems: [outcome.problem] };
}

/** A profile without a file: a person's own call, so it may grant. */
function inline(profile: unknown): DefinitionOutcome {
	const outcome = readShape(profile, profileShape, "the profile");
	if (!outcome.ok) return outcome;
	const { value } = outcome;
	return { ok: true, definition: { name: value.name ?? "inline", kind: "profile", layer: "inline", profile: value, positions: {} } };
}
