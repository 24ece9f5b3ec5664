import type { Facts, SpawnRequest, Terms, Writ } from "../vocabulary/index.ts";
import { denied, type Outcome } from "./outcome.ts";

/** Judges the wish for a child: the right to spawn, the limits, the profile, then every escalation. */
export function checkSpawn(writ: Writ, terms: Terms, request: SpawnRequest, facts: Facts): readonly Outcome[] {
	const { spawn_agents, spawn } = terms.capabilities;
	if (!spawn_agents) return [denied("spawn-not-allowed", "This agent may not spawn agents", { remedy: "capabilities.spawn_agents: true" })];
	const children = (facts.children ?? writ.children).length;
	if (spawn.max_children !== null && children >= spawn.max_children) {
		return [denied("spawn-not-allowed", `This agent has ${children} of ${spawn.max_children} children`)];
	}
	const depth = (facts.depth ?? 0) + 1;
	if (spawn.max_depth !== null && depth > spawn.max_depth)
		return [denied("depth-exceeded", `A child would stand at depth ${depth} of ${spawn.max_depth}`)];
	const name = profileName(request.wish);
	if (spawn.profiles !== null && (name === null || !spawn.profiles.includes(name))) {
		return [denied("spawn-not-allowed", name === null ? "Only named profiles may be spawned" : `Profile '${name}' may not be spawned`)];
	}
	// INVARIANT: without a way to compare the wish with this writ, nothing is spawned.
	if (facts.escalations === undefined) return [denied("escalation", "The child's profile was not compared with its parent's")];
	return facts.escalations(request.wish).map(({ dimension, message }) => denied("escalation", message, { segment: dimension }));
}

/** The name of the wished profile, when it has one. */
export function profileName(wish: unknown): string | null {
	if (typeof wish === "string") return wish;
	if (typeof wish !== "object" || wish === null) return null;
	const profile: unknown = Object.getOwnPropertyDescriptor(wish, "profile")?.value;
	return typeof profile === "string" ? profile : null;
}
