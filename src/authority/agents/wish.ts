import { readOverrides, readPermissions } from "../../definitions/index.ts";
import { type AgentDefinition, type Catalog, type Composition, composeAgent, composeProfile, type Problem } from "../../engine/index.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";

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
	if (profile !== undefined && typeof profile !== "string") return refuse("invalid-request", "permission_profile must name a profile");
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

/** How much an agent may write into a wish; people may write more. Each comparison with the parent's lists costs time. */
const MOST_ENTRIES = 100;
const MOST_WILD_ENTRIES = 8;
const MOST_STARS = 6;

/** SECURITY: why a wish is too large to be compared while others wait, or `null` (test/authority/wish-size.test.ts). */
function wishTooLarge(...parts: readonly unknown[]): string | null {
	const texts = parts.flatMap((part) => [...textsIn(part, 0)]);
	// A tree (`dir/**`) and a command pattern are cheap; globs inside a path are not.
	const wild = texts.filter((text) => text.includes("/") && text.replace(/\/\*\*$/, "").includes("*"));
	if (texts.length > MOST_ENTRIES) return `The wish has more than ${MOST_ENTRIES} entries: name a profile instead`;
	if (wild.length > MOST_WILD_ENTRIES) return `The wish has more than ${MOST_WILD_ENTRIES} paths with '*': name directories, or a profile`;
	const starry = wild.find((text) => text.split("*").length - 1 > MOST_STARS);
	return starry === undefined ? null : `'${starry.slice(0, 80)}' has more than ${MOST_STARS} '*'`;
}

const DEEPEST = 32;

function* textsIn(value: unknown, depth: number): Generator<string> {
	if (typeof value === "string") yield value;
	if (typeof value !== "object" || value === null || depth > DEEPEST) return;
	for (const member of Object.values(value)) yield* textsIn(member, depth + 1);
}

/** A definition that new agents can be made from. */
interface Template {
	readonly name: string;
	readonly description: string | null;
	readonly profile: string | null;
}

const LOCAL = "local:";
const REMOTE = "github:";

/** The agent definitions that can be named. */
export function templates({ definitions: { catalog } }: Context): readonly Template[] {
	return Object.entries(catalog.agents)
		.map(([name, { description, profile }]) => ({ name, description: description ?? null, profile: profile ?? null }))
		.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * The name of the agent definition that a template stands for.
 * SECURITY: a template that is not there is refused: an agent without it would have the permissions of the default profile, which are
 * wider than those of most templates (test/rest/templates.test.ts).
 */
function definitionOfTemplate(template: string, catalog: Catalog): Outcome<string> {
	if (template.startsWith(REMOTE) && template !== REMOTE)
		return refuse("unknown-definition", `Template unavailable: ${template} (this server fetches none; use one that list_templates names)`);
	const name = localName(template);
	if (name === null) return refuse("invalid-request", `A template begins with ${LOCAL} or ${REMOTE}, which this one does not: ${template}`);
	return Object.hasOwn(catalog.agents, name) ? done(name) : refuse("unknown-definition", `Template not found: ${template}`);
}

/** What follows `local:`; `null` when it is not such a template. */
export function localName(template: string): string | null {
	return template.startsWith(LOCAL) && template !== LOCAL ? template.slice(LOCAL.length) : null;
}
