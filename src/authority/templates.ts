import type { Context } from "./context.ts";

/** A definition that new agents can be made from. */
export interface Template {
	readonly name: string;
	readonly description: string | null;
	readonly profile: string | null;
}

/** The agent definitions that can be named. */
export function templates({ definitions: { catalog } }: Context): readonly Template[] {
	return Object.entries(catalog.agents)
		.map(([name, { description, profile }]) => ({ name, description: description ?? null, profile: profile ?? null }))
		.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
