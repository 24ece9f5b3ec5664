import type { Escalation, Origins, Source } from "../language/index.ts";
import type { RuleScope } from "../tool-rules/index.ts";

/** What the comparison of two terms may know besides them. */
export interface EscalationContext extends RuleScope {
	/** Where the wish's entries were written. */
	readonly origins?: Origins;
}

/** One finding, with the place of the wish when it is known. */
export function escalation(
	context: EscalationContext,
	found: {
		readonly dimension: string;
		readonly entry?: string;
		readonly requested: string;
		readonly parent: string;
		readonly message: string;
		/** It may lie within the parent's; that was too much to find out. */
		readonly unproven?: true;
	},
): Escalation {
	const { dimension, entry = "", requested, parent, message, unproven } = found;
	const source = originOf(context.origins, dimension, entry);
	return {
		dimension,
		requested,
		parent,
		message: `${dimension}: ${message}`,
		...(source === undefined ? {} : { source }),
		...(unproven === undefined ? {} : { unproven }),
	};
}

/** Why something could not be proven, and what to do about it. */
export const TOO_COMPLEX = "the lists are too complex to compare; write it with fewer '*' and '[…]', as plain directories, or split it";

/** The context in which a child's entries are compared with its own. */
export function ownContext(context: EscalationContext): EscalationContext {
	return context.childPlaces === undefined ? context : { ...context, parentPlaces: context.childPlaces };
}

/** How many entries of a list a message names: all of thousands, in each of thousands of messages, would fill the memory. */
const MOST_NAMED = 24;

/** A list as a person reads it. */
export function listText(entries: readonly string[]): string {
	if (entries.length === 0) return "nothing";
	const more = entries.length - MOST_NAMED;
	return more <= 0 ? entries.join(", ") : `${entries.slice(0, MOST_NAMED).join(", ")} and ${more} more`;
}

/** Several lists that must all hold. */
export function listsText(sets: readonly (readonly string[])[]): string {
	return sets.length === 0 ? "everything" : sets.map(listText).join("; and ");
}

function originOf(origins: Origins | undefined, dimension: string, entry: string): Source | undefined {
	if (origins === undefined || !Object.hasOwn(origins, dimension)) return undefined;
	const byEntry = origins[dimension];
	if (byEntry === undefined) return undefined;
	if (Object.hasOwn(byEntry, entry)) return byEntry[entry];
	return Object.hasOwn(byEntry, "") ? byEntry[""] : undefined;
}
