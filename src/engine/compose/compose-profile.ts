import { deepFreeze } from "../match/index.ts";
import type { Catalog, Definition, ProfileOverrides } from "../vocabulary/index.ts";
import { applyDefinition } from "./apply-definition.ts";
import { applyOverrides } from "./apply-overrides.ts";
import type { ComposeOutcome } from "./compose-outcome.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { finishComposition } from "./finish-composition.ts";
import { keepComposition, knownComposition } from "./known-compositions.ts";
import { orderDefinitions } from "./order-definitions.ts";
import { readOverrides, readWish } from "./read-wish.ts";

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
	const plain = overrides === undefined && asked.overrides === undefined;
	const key = typeof wish === "object" && wish !== null ? wish : definition;
	const known = plain ? knownComposition(key, definition, catalog) : undefined;
	if (known) return known;

	const draft = emptyDraft();
	applyOrdered(draft, definition, catalog);
	if (asked.overrides) applyOverrides(draft, asked.overrides, { by: SPAWN, within: "overrides.", mayWiden });
	if (overrides !== undefined) applyUnread(draft, overrides, mayWiden);
	const outcome = finishComposition(draft, definition, catalog);
	if (plain) keepComposition(key, definition, catalog, outcome);
	return outcome;
}

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
