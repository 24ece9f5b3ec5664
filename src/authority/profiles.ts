import { type Composition, composeProfile, type Profile } from "../engine/index.ts";
import type { Context } from "./context.ts";
import { done, type Outcome, refuse } from "./refusal.ts";

/** A profile with everything that it builds on worked in. */
export function profile(context: Context, name: string): Outcome<Composition> {
	const { catalog } = context.definitions;
	if (!Object.hasOwn(catalog.profiles, name) && !Object.hasOwn(catalog.aliases, name))
		return refuse("unknown-profile", `Profile not found: ${name}`);
	const composed = composeProfile(name, catalog);
	return composed.ok
		? done(composed.composition)
		: refuse("invalid-definition", composed.problems[0]?.message ?? "The profile is not valid", { problems: composed.problems });
}

/** Every profile that can be named, flat. */
export function profiles(context: Context): Readonly<Record<string, Profile>> {
	const all: Record<string, Profile> = {};
	for (const name of Object.keys(context.definitions.catalog.profiles)) {
		const composed = profile(context, name);
		if (composed.ok) all[name] = composed.value.profile;
	}
	return all;
}
