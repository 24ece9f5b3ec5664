import type { ToolContext } from "../../decide/index.ts";
import { parseHostEntry } from "../../hosts/index.ts";
import type { Facts, SpawnRequest, SpendRequest, TargetSet, TargetTerms, Terms, Writ } from "../../language/index.ts";
import { idsOf } from "../../terms/index.ts";
import { countersOf } from "../dimensions.ts";
import { isAccepted } from "../make-step.ts";
import { addToAll, type Candidate, changePermission, permissionKeys } from "./candidate.ts";

/** A host more, and access to the network at all. */
export function hostCandidates(place: string): readonly Candidate[] {
	if (!parseHostEntry(place).ok) return [];
	return [
		{
			dimension: "network.allow",
			entry: place,
			text: `network.allow: ${place}`,
			change: (terms) => ({ ...terms, network: { ...terms.network, allow: addToAll(terms.network.allow, place) } }),
		},
		flag("network_access"),
	];
}

/** An event more, if it is one that a profile may name: some are never an agent's to send. */
export function eventCandidates(event: string): readonly Candidate[] {
	if (!isAccepted({ events: { allowed: [event] } })) return [];
	const change = (terms: Terms): Terms => ({
		...terms,
		events: { allowed: terms.events.allowed.length === 0 ? [[event]] : addToAll(terms.events.allowed, event) },
	});
	return [{ dimension: "events.allowed", entry: event, text: `events.allowed: ${event}`, change }];
}

/** The limits that would just hold a spend. */
export function spendCandidates(terms: Terms, request: SpendRequest, facts: Facts): readonly Candidate[] {
	const counters = facts.budget?.[0] ?? { agent: "", totalTokens: 0, requestsThisMinute: 0, costUsd: 0 };
	return countersOf(terms, request, counters, 0).flatMap(({ unit, used, asked, holds }) => {
		const key = LIMITS[unit];
		if (holds || key === undefined) return [];
		const limit = used + asked;
		return [
			{
				dimension: `resources.${key}`,
				entry: String(limit),
				text: `resources.${key}: ${limit}`,
				change: (before: Terms) => ({ ...before, resources: { ...before.resources, [key]: limit } }),
			},
		];
	});
}

const LIMITS: Readonly<Record<string, keyof Terms["resources"]>> = {
	"tokens in one request": "max_tokens_per_request",
	tokens: "max_total_tokens",
	"US dollars": "max_cost_usd",
	"requests per minute": "max_requests_per_minute",
};

/** The right to spawn, room for a child, depth, and the profile. */
export function spawnCandidates(writ: Writ, terms: Terms, request: SpawnRequest, facts: Facts): readonly Candidate[] {
	const { spawn } = terms.capabilities;
	const children = (facts.children ?? writ.children).length + 1;
	const depth = (facts.depth ?? 0) + 1;
	const name = profileNameOf(request.wish);
	return [
		flag("spawn_agents"),
		...(spawn.max_children === null || spawn.max_children >= children ? [] : [limit("max_children", children)]),
		...(spawn.max_depth === null || spawn.max_depth >= depth ? [] : [limit("max_depth", depth)]),
		...(spawn.profiles === null || name === null ? [] : [profile(name)]),
	];
}

function flag(key: "network_access" | "spawn_agents"): Candidate {
	const dimension = `capabilities.${key}`;
	return {
		dimension,
		entry: "true",
		text: `${dimension}: true`,
		change: (terms) => ({ ...terms, capabilities: { ...terms.capabilities, [key]: true } }),
	};
}

function limit(key: "max_children" | "max_depth", value: number): Candidate {
	const dimension = `capabilities.spawn.${key}`;
	return { dimension, entry: String(value), text: `${dimension}: ${value}`, change: (terms) => changeSpawn(terms, { [key]: value }) };
}

function profile(name: string): Candidate {
	const dimension = "capabilities.spawn.profiles";
	return {
		dimension,
		entry: name,
		text: `${dimension}: ${name}`,
		change: (terms) => changeSpawn(terms, { profiles: [...new Set([...(terms.capabilities.spawn.profiles ?? []), name])].sort() }),
	};
}

function changeSpawn(terms: Terms, change: Partial<Terms["capabilities"]["spawn"]>): Terms {
	const { capabilities } = terms;
	return { ...terms, capabilities: { ...capabilities, spawn: { ...capabilities.spawn, ...change } } };
}

/** The name of the wished profile, when it has one. */
function profileNameOf(wish: unknown): string | null {
	if (typeof wish === "string") return wish;
	if (typeof wish !== "object" || wish === null) return null;
	const named: unknown = Object.getOwnPropertyDescriptor(wish, "profile")?.value;
	return typeof named === "string" ? named : null;
}

/** What would let a target through each restriction that keeps it out. */
export function targetCandidates(context: ToolContext, target: unknown): readonly Candidate[] {
	if (typeof target !== "string" || target === "") return [];
	const { terms, plan, writ, facts } = context;
	const widen = (held: TargetTerms): TargetTerms => widenTargets(held, target, writ, facts);
	const own = permissionKeys(terms, plan.permissions).flatMap((key) => {
		const held = terms.tools.permissions[key]?.allowed_targets;
		return held === undefined || held === null || !keepsOut(held, target, writ, facts)
			? []
			: [
					candidate(`tools.permissions.${key}.allowed_targets`, widen(held), (before) =>
						changePermission(before, key, (one) => ({
							...one,
							allowed_targets: one.allowed_targets === null ? null : widen(one.allowed_targets),
						})),
					),
				];
	});
	const messaging = terms.messaging.allowed_targets;
	if (!keepsOut(messaging, target, writ, facts)) return own;
	const change = (before: Terms): Terms => ({
		...before,
		messaging: { ...before.messaging, allowed_targets: widen(before.messaging.allowed_targets) },
	});
	return [...own, candidate("messaging.allowed_targets", widen(messaging), change)];
}

function candidate(dimension: string, widened: TargetTerms, change: (terms: Terms) => Terms): Candidate {
	const [first = []] = widened.targets;
	const entry = typeof first === "string" ? first : `[${first.join(", ")}]`;
	return { dimension, entry, text: `${dimension}: ${entry}`, change };
}

function keepsOut({ targets }: TargetTerms, target: string, writ: Writ, facts: Facts): boolean {
	return targets.some((set) => !idsOf(set, relationsOf(writ, facts)).includes(target));
}

function widenTargets(terms: TargetTerms, target: string, writ: Writ, facts: Facts): TargetTerms {
	const relations = relationsOf(writ, facts);
	const widenSet = (set: TargetSet): TargetSet => {
		const ids = idsOf(set, relations);
		if (ids.includes(target)) return set;
		if (typeof set === "string" && idsOf("family", relations).includes(target)) return "family";
		return [...ids, target].sort();
	};
	return { ...terms, targets: terms.targets.map(widenSet) };
}

function relationsOf(writ: Writ, facts: Facts): { readonly parent: string | null; readonly children: readonly string[] } {
	return { parent: writ.parent, children: facts.children ?? writ.children };
}

/** An edge to the target. */
export function edgeCandidate(agent: string, target: unknown): readonly Candidate[] {
	if (typeof target !== "string" || target === "") return [];
	return [{ dimension: "edges", entry: target, text: `an edge that lets '${agent}' reach '${target}'`, edge: target }];
}
