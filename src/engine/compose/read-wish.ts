import { overridesShape, profileShape, type ReadOutcome, readShape } from "../match/index.ts";
import type { Catalog, Definition, Problem, Profile, ProfileOverrides } from "../vocabulary/index.ts";
import { findProfile } from "./find-definition.ts";

/** What a wish asks for: a definition, and overrides that came with it. */
export type WishOutcome =
	| { readonly ok: true; readonly definition: Definition; readonly overrides: ProfileOverrides | undefined }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a wish of unknown origin: the name of a profile, a profile, or `{profile, overrides}`. */
export function readWish(wish: unknown, catalog: Catalog): WishOutcome {
	if (typeof wish === "string") return withOverrides(named(wish, catalog), undefined);
	if (!isPair(wish)) return withOverrides(inline(wish), undefined);
	const pair = readShape<{ readonly profile: unknown; readonly overrides?: ProfileOverrides }>(wish, PAIR, "the wish");
	if (!pair.ok) return pair;
	const { profile, overrides } = pair.value;
	return withOverrides(typeof profile === "string" ? named(profile, catalog) : inline(profile), overrides);
}

/** Overrides of unknown origin, checked. */
export function readOverrides(overrides: unknown): ReadOutcome<ProfileOverrides> {
	return readShape<ProfileOverrides>(overrides, overridesShape, "the overrides");
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

function withOverrides(outcome: DefinitionOutcome, overrides: ProfileOverrides | undefined): WishOutcome {
	return outcome.ok ? { ...outcome, overrides } : outcome;
}

function named(name: string, catalog: Catalog): DefinitionOutcome {
	const outcome = findProfile(name, catalog, { path: "profile" });
	return outcome.ok ? { ok: true, definition: outcome.found } : { ok: false, problems: [outcome.problem] };
}

/** A profile without a file: a person's own call, so it may grant. */
function inline(profile: unknown): DefinitionOutcome {
	const outcome = readShape<Profile>(profile, profileShape, "the profile");
	if (!outcome.ok) return outcome;
	const { value } = outcome;
	return { ok: true, definition: { name: value.name ?? "inline", kind: "profile", layer: "inline", profile: value, positions: {} } };
}
