import { parseAgentDefinition, parseDefinition } from "../../definitions/index.ts";
import { type Catalog, type ComposeOutcome, composeAgent, composeProfile, type Problem, sealComposition } from "../../engine/index.ts";
import type { DefinitionFile } from "../../platform/index.ts";

/**
 * What is wrong only once a definition is worked out: names that lead nowhere, circles, rules that never match, loosening.
 * A file with errors is worked out as far as it could be read, by itself: for the others it is not there.
 */
export function effectProblems(file: DefinitionFile, catalog: Catalog): readonly Problem[] {
	const whole = holds(catalog, file);
	const seen = whole ? catalog : withReadable(catalog, file);
	if (seen === undefined) return [];
	const found = workOut(file, seen);
	// What is not there may have said what a warning misses, or granted what seems to go beyond.
	const isPartial = !whole || found.some(({ code }) => code === "not-found" || code === "cycle");
	return isPartial ? found.filter(({ code }) => !UNSURE.has(code)) : found;
}

const UNSURE: ReadonlySet<string> = new Set(["contradiction", "secrets-open"]);

const TABLES = { profile: "profiles", fragment: "fragments", agent: "agents" } as const;

/** Whether the catalog has this very file under its name. */
function holds(catalog: Catalog, { kind, name, path }: DefinitionFile): boolean {
	if (kind === "ceiling") return catalog.ceiling?.file === path;
	const table = catalog[TABLES[kind]];
	return Object.hasOwn(table, name) && table[name]?.file === path;
}

/** The catalog with what can be read of a file that is not in it. */
function withReadable(catalog: Catalog, { kind, name, path, layer, bytes }: DefinitionFile): Catalog | undefined {
	const place = { file: path, layer, name };
	if (kind === "agent") {
		const parsed = parseAgentDefinition(bytes, place);
		const agent = parsed.ok ? parsed.definition : parsed.readable;
		return agent && { ...catalog, agents: { ...catalog.agents, [name]: agent } };
	}
	const parsed = parseDefinition(bytes, { ...place, kind, catalog });
	const definition = parsed.ok ? parsed.definition : parsed.readable;
	if (definition === undefined) return undefined;
	return kind === "ceiling"
		? { ...catalog, ceiling: definition }
		: { ...catalog, [TABLES[kind]]: { ...catalog[TABLES[kind]], [name]: definition } };
}

function workOut({ kind, name, path }: DefinitionFile, catalog: Catalog): readonly Problem[] {
	switch (kind) {
		case "profile":
			return sealProblems(composeProfile(name, catalog));
		case "fragment":
			// What its rules come to depends on the profile; what it builds on does not.
			return sealProblems(composeProfile({ include: [name] }, catalog)).filter(({ code }) => OF_THE_CHAIN.has(code));
		case "ceiling":
			return sealProblems(composeProfile({}, catalog));
		case "agent":
			return agentProblems(name, path, catalog);
	}
}

const OF_THE_CHAIN: ReadonlySet<string> = new Set(["not-found", "cycle", "too-large"]);

function agentProblems(name: string, path: string, catalog: Catalog): readonly Problem[] {
	const found = sealProblems(composeAgent(name, catalog));
	const own = ({ source }: Problem) => source?.file === path;
	if (found.length > 0 && found.every(leavesTheChoice)) {
		// An agent definition may leave the choice of its profile to whoever starts it.
		const { profile } = catalog.agents[name] ?? {};
		const under = composeAgent(name, catalog, { profiles: [profile ?? COMMON] });
		const others = sealProblems(under).filter((problem) => own(problem) && (profile !== undefined || problem.code !== "escalation"));
		const choice = found.filter(({ code }) => code !== "no-profile").map((problem): Problem => ({ ...problem, severity: "warning" }));
		return [...choice, ...others];
	}
	if (!found.some(({ code }) => code === "not-found")) return found;
	// What it says by itself is judged under a profile that is there.
	const { profile: _, ...agent } = catalog.agents[name] ?? { name, layer: "user", positions: {} };
	const alone = composeAgent(name, { ...catalog, agents: { ...catalog.agents, [name]: agent } }, { profiles: [COMMON] });
	return [...found, ...sealProblems(alone).filter((problem) => own(problem) && problem.code !== "escalation")];
}

/** Under which an agent's own statements are judged when its profile is not known; what goes beyond it cannot be told. */
const COMMON = "standard";

function leavesTheChoice({ code, path }: Problem): boolean {
	return code === "no-profile" || (code === "escalation" && (path === "profile" || path === "permissions.profile"));
}

function sealProblems(composed: ComposeOutcome): readonly Problem[] {
	if (!composed.ok) return composed.problems;
	const sealed = sealComposition(composed.composition, { agent: "checked", root: "/workspace" });
	const told = new Set(composed.warnings.map(({ message }) => message));
	return [...composed.warnings, ...(sealed.ok ? sealed.warnings : sealed.problems).filter(({ message }) => !told.has(message))];
}
