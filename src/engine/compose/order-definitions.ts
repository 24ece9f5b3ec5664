import type { AgentDefinition, Catalog, Definition, Layer, Problem, Source } from "../language/index.ts";
import { nearestName, quoteText } from "../shapes/index.ts";
import { sourceAt } from "./origins.ts";

/** The definitions that make up one profile: what it extends, then what it includes, then the definition itself. */
export function orderDefinitions(root: Definition, catalog: Catalog): Ordered<Definition> {
	return orderChain(root, (definition) => basesOf(definition, catalog), { members: "definitions", keys: "extends or include" });
}

function basesOf(definition: Definition, catalog: Catalog): readonly Base<Definition>[] {
	const { extends: bases = [], include = [] } = definition.profile;
	const profiles = typeof bases === "string" ? [bases] : bases;
	const placeOf = (path: string): Place => ({ path, source: sourceAt(definition, path) });
	return [
		...profiles.map((name, index) => {
			const place = placeOf(typeof bases === "string" ? "extends" : `extends[${index}]`);
			return { place, found: granted(definition, findProfile(name, catalog, place), place) };
		}),
		...include.map((name, index) => {
			const place = placeOf(`include[${index}]`);
			return { place, found: findFragment(name, catalog, place) };
		}),
	];
}

/**
 * SECURITY: writ ships a profile that bounds nothing, for people who ask for it by its name. A project that builds on it
 * would be asking in their place, with a name of its own choice (compose-profile.test.ts).
 */
function granted(by: Definition, base: Found<Definition>, place: Place): Found<Definition> {
	if (mayWiden(by.layer) || !base.ok || base.found.layer !== "built-in" || base.found.profile.level !== "yolo") return base;
	return {
		ok: false,
		problem: {
			severity: "error",
			code: "escalation",
			message: `a project cannot build on the profile ${quoteText(base.found.name)}, which bounds nothing`,
			hint: "build on a narrower profile, or on one of your own home that extends it",
			...place,
		},
	};
}

/** The agent definitions that make up one agent: those it extends, then itself. */
export function orderAgents(name: string, catalog: Catalog): Ordered<AgentDefinition> {
	const root = findAgent(name, catalog, { path: "agent" });
	if (!root.ok) return { steps: [], problems: [root.problem] };
	return orderChain(root.found, (agent) => basesOfAgent(agent, catalog), { members: "agents", keys: "extends" });
}

function basesOfAgent(agent: AgentDefinition, catalog: Catalog): readonly Base<AgentDefinition>[] {
	return (agent.extends ?? []).map((name, index) => {
		const path = Object.hasOwn(agent.positions, `extends[${index}]`) ? `extends[${index}]` : "extends";
		const place = { path, source: sourceAt(agent, path) };
		return { place, found: findAgent(name, catalog, place) };
	});
}

/** What makes up one definition, in the order in which it applies, and what is wrong with the chain. */
interface Ordered<T> {
	readonly steps: readonly T[];
	readonly problems: readonly Problem[];
}

/** What a definition builds on, and where it says so. */
interface Base<T> {
	readonly found: Found<T>;
	readonly place: Place;
}

/** How the members of a chain are called, and the keys by which they build on each other. */
interface ChainWords {
	readonly members: string;
	readonly keys: string;
}

const DEEPEST = 64;

/** Depth first: what a member builds on, from left to right, then the member itself. One that is reached twice applies once, the first time. */
function orderChain<T extends { readonly name: string }>(
	root: T,
	basesOf: (member: T) => readonly Base<T>[],
	{ members, keys }: ChainWords,
): Ordered<T> {
	const steps = new Set<T>();
	const problems: Problem[] = [];

	const visit = (member: T, trail: readonly T[], place: Place): void => {
		if (steps.has(member)) return;
		if (trail.includes(member)) {
			const names = [...trail.slice(trail.indexOf(member)), member].map(({ name }) => name).join(" → ");
			const hint = `remove one of them from ${keys}`;
			problems.push({ severity: "error", code: "cycle", message: `${members} build on themselves: ${names}`, hint, ...place });
			return;
		}
		if (trail.length >= DEEPEST) {
			const message = `${members} build on each other more than ${DEEPEST} levels deep`;
			problems.push({ severity: "error", code: "too-large", message, ...place });
			return;
		}
		for (const { found, place: at } of basesOf(member)) {
			if (found.ok) visit(found.found, [...trail, member], at);
			else problems.push(found.problem);
		}
		steps.add(member);
	};

	visit(root, [], { path: "" });
	return { steps: [...steps], problems };
}

/** What a name refers to, or the problem that says so, with the name that was likely meant. */
type Found<T> = { readonly ok: true; readonly found: T } | { readonly ok: false; readonly problem: Problem };

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
function findFragment(name: string, catalog: Catalog, place: Place): Found<Definition> {
	const found = lookUp(catalog.fragments, name);
	if (found) return { ok: true, found };
	if (lookUp(catalog.profiles, name)) {
		return notFound(place, `fragment ${quoteText(name)} does not exist; a profile has this name`, "put it under extends");
	}
	return missing("fragment", name, Object.keys(catalog.fragments), catalog, place);
}

/** The agent definition of a name. */
function findAgent(name: string, catalog: Catalog, place: Place): Found<AgentDefinition> {
	const found = lookUp(catalog.agents, name);
	return found ? { ok: true, found } : missing("agent", name, Object.keys(catalog.agents), catalog, place);
}

/** Where a name was written. */
interface Place {
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

/** The layers whose authors are people with the right to grant; an inline profile is a person's own call. */
export function mayWiden(layer: Layer): boolean {
	return layer === "built-in" || layer === "ceiling" || layer === "user" || layer === "inline";
}
