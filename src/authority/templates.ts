import type { Catalog } from "../engine/index.ts";
import type { Context } from "./context.ts";
import { done, type Outcome, refuse } from "./refusal.ts";

/** A definition that new agents can be made from. */
export interface Template {
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
export function definitionOfTemplate(template: string, catalog: Catalog): Outcome<string> {
	if (template.startsWith(REMOTE) && template !== REMOTE)
		return refuse("unknown-definition", `Template unavailable: ${template} (this server fetches none; use one that list_templates names)`);
	const name = localName(template);
	if (name === null) return refuse("invalid-request", `A template begins with ${LOCAL} or ${REMOTE}, which this one does not: ${template}`);
	return Object.hasOwn(catalog.agents, name) ? done(name) : refuse("unknown-definition", `Template not found: ${template}`);
}

/** What follows `local:`; `null` when it is no such template. */
export function localName(template: string): string | null {
	return template.startsWith(LOCAL) && template !== LOCAL ? template.slice(LOCAL.length) : null;
}
