import { nearestName, quoteText } from "../match/index.ts";
import type { AgentDefinition, Catalog, Definition, Problem, Source } from "../vocabulary/index.ts";

/** What a name refers to, or the problem that says so, with the name that was likely meant. */
export type Found<T> = { readonly ok: true; readonly found: T } | { readonly ok: false; readonly problem: Problem };

/** The profile of a name or of one of its other names. */
export function findProfile(name: string, catalog: Catalog, place: Place): Found<Definition> {
	const found = lookUp(catalog.profiles, lookUp(catalog.aliases, name) ?? name);
	if (found) return { ok: true, found };
	if (lookUp(catalog.fragments, name)) {
		return notFound(place, `profile ${quoteText(name)} does not exist; a fragment has this name`, "put it under include");
	}
	return missing("profile", name, [...Object.keys(catalog.profiles), ...Object.keys(catalog.aliases)], catalog, place);
}

/** The fragment of a name. */
export function findFragment(name: string, catalog: Catalog, place: Place): Found<Definition> {
	const found = lookUp(catalog.fragments, name);
	if (found) return { ok: true, found };
	if (lookUp(catalog.profiles, name)) {
		return notFound(place, `fragment ${quoteText(name)} does not exist; a profile has this name`, "put it under extends");
	}
	return missing("fragment", name, Object.keys(catalog.fragments), catalog, place);
}

/** The agent definition of a name. */
export function findAgent(name: string, catalog: Catalog, place: Place): Found<AgentDefinition> {
	const found = lookUp(catalog.agents, name);
	return found ? { ok: true, found } : missing("agent", name, Object.keys(catalog.agents), catalog, place);
}

/** Where a name was written. */
export interface Place {
	readonly path: string;
	readonly source?: Source;
}

function missing(kind: string, name: string, known: readonly string[], catalog: Catalog, place: Place): Found<never> {
	const broken = catalog.problems.find((problem) => problem.severity === "error" && problem.source?.definition === name);
	if (broken) {
		const file = broken.source?.file ?? "its file";
		return notFound(place, `${kind} ${quoteText(name)} could not be loaded: ${broken.message}`, `correct ${file}`);
	}
	const near = nearestName(name, known);
	const hint = near === undefined ? `known: ${known.toSorted().slice(0, 12).join(", ") || "none"}` : `did you mean ${near}?`;
	return notFound(place, `${kind} ${quoteText(name)} does not exist`, hint);
}

function notFound(place: Place, message: string, hint: string): Found<never> {
	return { ok: false, problem: { severity: "error", code: "not-found", message, hint, ...place } };
}

/** SECURITY: names come from documents and callers; `constructor` is not a profile. */
function lookUp<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}
