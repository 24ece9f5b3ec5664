import type { AgentDefinition, Catalog, Origins, Problem, Source } from "../language/index.ts";
import { quoteText } from "../shapes/index.ts";
import { termsOfBound } from "../terms/index.ts";
import { applyOverrides } from "./apply-overrides.ts";
import { applyOrdered, applyUnread, type ComposeOptions, composeProfile } from "./compose-profile.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { type ComposeOutcome, finishComposition } from "./finish-composition.ts";
import { findProfile, mayWiden as layerMayWiden, orderAgents } from "./order-definitions.ts";
import { sourceAt } from "./origins.ts";

/** What the caller that starts an agent adds to its definition. */
export interface ComposeAgentOptions extends ComposeOptions {
	/** Profiles chosen by that caller; the agent gets what all of them and its own grant. */
	readonly profiles?: readonly string[];
}

/**
 * Works out an agent definition: its profile, the overrides of all definitions that it builds on, then its own; its list
 * of tools bounds the result. A project's definition can only narrow.
 */
export function composeAgent(name: string, catalog: Catalog, options: ComposeAgentOptions = {}): ComposeOutcome {
	const { steps: agents, problems } = orderAgents(name, catalog);
	const [main, ...others] = profilesOf(agents, options.profiles ?? []);
	if (problems.length > 0) return { ok: false, problems };
	if (!main) return { ok: false, problems: [noProfile(name, agents.at(-1))] };
	if (main.narrows && others.every((other) => other.narrows)) return { ok: false, problems: [choosesAlone(name, main.place)] };
	const found = findProfile(main.profile, catalog, main.place);
	if (!found.ok) return { ok: false, problems: [found.problem] };

	const draft = emptyDraft();
	applyOrdered(draft, found.found, catalog);
	for (const agent of agents) applyAgent(draft, agent);
	if (options.overrides !== undefined) applyUnread(draft, options.overrides, options.mayWiden ?? false);
	for (const other of others) meetProfile(draft, other.profile, catalog);
	return finishComposition(draft, found.found, catalog);
}

interface ChosenProfile {
	readonly profile: string;
	/** A file of the workspace names it: it can narrow what somebody else chose, and choose nothing itself. */
	readonly narrows: boolean;
	readonly place: { readonly path: string; readonly source?: Source };
}

/** The profiles that must all grant: a later definition replaces the choice, but a project's only adds one more that must grant too. */
function profilesOf(agents: readonly AgentDefinition[], chosen: readonly string[]): readonly ChosenProfile[] {
	let profiles: readonly ChosenProfile[] = [];
	for (const agent of agents) {
		if (agent.profile === undefined) continue;
		const path = Object.hasOwn(agent.positions, "permissions.profile") ? "permissions.profile" : "profile";
		const own = { profile: agent.profile, narrows: !layerMayWiden(agent.layer), place: { path, source: sourceAt(agent, path) } };
		profiles = layerMayWiden(agent.layer) ? [own] : [...profiles, own];
	}
	return [...profiles, ...chosen.map((profile) => ({ profile, narrows: false, place: { path: "profile" } }))];
}

/** SECURITY: somebody who can write the workspace would otherwise decide what an agent may do. */
function choosesAlone(name: string, { path, source }: ChosenProfile["place"]): Problem {
	return {
		severity: "error",
		code: "escalation",
		path,
		message: `agent ${quoteText(name)}: a file of the workspace cannot choose its profile alone`,
		hint: "choose a profile besides (--profile), or give the agent one in the person's own definitions",
		...(source === undefined ? {} : { source }),
	};
}

function applyAgent(draft: Draft, agent: AgentDefinition): void {
	const mayWiden = layerMayWiden(agent.layer);
	if (agent.overrides) applyOverrides(draft, agent.overrides, { by: agent, within: "permissions.overrides.", mayWiden });
	if (agent.sandbox) applyOverrides(draft, { sandbox: agent.sandbox }, { by: agent, within: "", mayWiden });
	if (agent.tools) boundTools(draft, agent, agent.tools);
}

/** The agent's own list of tools only ever narrows, whoever wrote it. */
function boundTools(draft: Draft, agent: AgentDefinition, tools: readonly string[]): void {
	const bound = { tools: { allowed: [...tools], ...(draft.profile.tools?.declare ? { declare: draft.profile.tools.declare } : {}) } };
	const entries: Record<string, Source> = Object.create(null);
	tools.forEach((tool, index) => {
		entries[tool] = sourceAt(agent, `tools[${index}]`);
	});
	const origins: Origins = { "tools.allowed": entries };
	const outcome = termsOfBound(bound, origins);
	draft.problems.push(...(outcome.ok ? outcome.warnings : outcome.problems));
	draft.bounds.push(bound);
}

function meetProfile(draft: Draft, name: string, catalog: Catalog): void {
	const outcome = composeProfile(name, catalog);
	if (!outcome.ok) {
		draft.problems.push(...outcome.problems);
		return;
	}
	const { profile, within = [], bounds = [] } = outcome.composition;
	draft.within.push(profile, ...within);
	draft.bounds.push(...bounds);
}

function noProfile(name: string, agent: AgentDefinition | undefined): Problem {
	return {
		severity: "error",
		code: "no-profile",
		path: "permissions.profile",
		message: `agent ${name} names no profile`,
		hint: "write permissions: {profile: restricted}, or choose a profile when starting it",
		...(agent ? { source: sourceAt(agent, "") } : {}),
	};
}
