import { readOverrides, readPermissions } from "../definitions/index.ts";
import { type AgentDefinition, type Catalog, type Composition, composeAgent, composeProfile, type Problem } from "../engine/index.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { definitionOfTemplate } from "./templates.ts";
import { wishTooLarge } from "./wish-size.ts";

/** What somebody wants an agent to be. */
export interface Wish {
	/** Name of an agent definition. */
	readonly definition?: string;
	/** An agent definition as Trinity's clients name it: `local:NAME`. It goes before `definition`. */
	readonly template?: string;
	/** Name of a profile, or a permission object in any of the forms. */
	readonly profile?: unknown;
	readonly overrides?: unknown;
}

/** The profile of an agent for which nobody chose one. */
const DEFAULT_PROFILE = "standard";

/** Works out a wish against the definitions; without `mayWiden` the overrides can only tighten. */
export function composeWish(wish: Wish, catalog: Catalog, mayWiden: boolean): Outcome<Composition> {
	const tooLarge = mayWiden ? null : wishTooLarge(wish.profile, wish.overrides);
	if (tooLarge !== null) return refuse("too-complex", tooLarge);
	const overrides = wish.overrides === undefined ? null : readOverrides(wish.overrides);
	if (overrides !== null && !overrides.ok) return invalid("The overrides are not valid", overrides.problems);
	const options = overrides === null ? {} : { overrides: overrides.value, mayWiden };
	const definition = wish.template === undefined ? done(wish.definition) : definitionOfTemplate(wish.template, catalog);
	if (!definition.ok) return definition;
	if (definition.value !== undefined) return composeDefinition(definition.value, wish.profile, catalog, options);
	const profile = wish.profile ?? DEFAULT_PROFILE;
	if (typeof profile === "string") {
		if (!isProfile(profile, catalog)) return refuse("unknown-profile", `Profile not found: ${profile}`);
		return outcomeOf(composeProfile(profile, catalog, options));
	}
	const read = readPermissions(profile, catalog);
	return read.ok ? outcomeOf(composeProfile(read.value, catalog, options)) : invalid("The permissions are not valid", read.problems);
}

/** The profile that whoever starts the agent names takes the place of the definition's own. */
function composeDefinition(
	name: string,
	profile: unknown,
	catalog: Catalog,
	options: Parameters<typeof composeAgent>[2],
): Outcome<Composition> {
	const definition = Object.hasOwn(catalog.agents, name) ? catalog.agents[name] : undefined;
	if (definition === undefined) return refuse("unknown-definition", `Composition not found: ${name}`);
	if (profile !== undefined && typeof profile !== "string") return refuse("invalid-request", "permission_profile names a profile");
	const chosen = profile ?? profileOf(definition, catalog) ?? DEFAULT_PROFILE;
	if (!isProfile(chosen, catalog)) return refuse("unknown-profile", `Profile not found: ${chosen}`);
	const agents = { ...catalog.agents, [name]: { ...definition, profile: chosen } };
	return outcomeOf(composeAgent(name, { ...catalog, agents }, options));
}

/** The profile that a definition or one that it builds on names. */
function profileOf(definition: AgentDefinition, catalog: Catalog, seen: ReadonlySet<string> = new Set()): string | undefined {
	if (definition.profile !== undefined) return definition.profile;
	for (const name of [...(definition.extends ?? [])].reverse()) {
		const base = Object.hasOwn(catalog.agents, name) ? catalog.agents[name] : undefined;
		if (base === undefined || seen.has(name)) continue;
		const found = profileOf(base, catalog, new Set([...seen, name]));
		if (found !== undefined) return found;
	}
	return undefined;
}

function isProfile(name: string, catalog: Catalog): boolean {
	return Object.hasOwn(catalog.profiles, name) || Object.hasOwn(catalog.aliases, name);
}

function outcomeOf(composed: ReturnType<typeof composeProfile>): Outcome<Composition> {
	return composed.ok ? done(composed.composition) : invalid("The definition is not valid", composed.problems);
}

function invalid(
	message: string,
	problems: readonly Problem[],
): { readonly ok: false; readonly refusal: { code: string; message: string; problems: readonly Problem[] } } {
	const [first] = problems;
	return {
		ok: false,
		refusal: { code: "invalid-definition", message: first === undefined ? message : `${message}: ${first.message}`, problems },
	};
}
