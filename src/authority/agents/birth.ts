import { type AgentId, CONFINEMENT_LEVELS, type Composition, type ConfinementLevel, principalName, type Writ } from "../../engine/index.ts";
import { MAILBOX, parseRunner, storedRunner } from "../../runners/index.ts";
import type { Agent, SandboxRecord } from "../../state/agents/index.ts";
import { getSetting } from "../../state/settings/index.ts";
import { knownMachine } from "../../supervise/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome, type Refusal, refuse } from "../refusal.ts";
import type { SandboxWish } from "../sandboxes/directories.ts";
import type { Wish } from "./wish.ts";

/** A wish for a new agent. */
export interface SpawnWish extends Wish {
	readonly id?: string;
	/** Whose child it shall be; an agent that calls is always the parent itself. */
	readonly parent?: string;
	/** `clamp` cuts the wish down to what the parent has instead of refusing it. */
	readonly fit?: "strict" | "clamp";
	readonly session?: string;
	readonly sandbox?: SandboxWish;
	/** How its messages become work: `mailbox`, or an object with a kind. */
	readonly runner?: unknown;
	readonly type?: string;
	readonly description?: string;
	readonly acceptFrom?: readonly string[];
	/** Kept to be read back; never read as permission. */
	readonly config?: unknown;
	readonly dryRun?: boolean;
}

/** An agent that shall be. */
export interface Birth {
	readonly id: AgentId;
	readonly caller: Caller;
	readonly wish: SpawnWish;
	readonly parent: string | null;
	readonly composition: Composition;
	readonly runner: AcceptedRunner;
	/** Directories that were made for it, to be removed when it comes to nothing. */
	readonly made: string[];
}

/** A new agent with what its spawner is told once. */
export interface Spawned {
	readonly agent: Agent;
	readonly writ: Writ;
	readonly sandbox: SandboxRecord;
	/** Shown once, and only to people. */
	readonly apiKey: string | null;
	readonly warnings: readonly string[];
}

/** Who owns a new agent, and the session that begins with it: the owner of its parent, whoever started the agent. */
export function ownerOf({ caller: { principal } }: Birth, parent: Known | null): string {
	return parent?.agent.owner ?? (principal.kind === "person" ? principal.email : principalName(principal));
}

/** A runner that an agent may have, as it is kept with the agent. */
export interface AcceptedRunner {
	readonly stored: string;
	/** What this machine holds; `null` when the runner starts no program here. */
	readonly level: ConfinementLevel | null;
}

/** The runner of an agent whose messages wait until it takes them. */
export const NOTHING_RUNS: AcceptedRunner = { stored: MAILBOX, level: null };

/**
 * Whether the caller may give a new agent this runner.
 * SECURITY: a runner makes this machine start programs or ask addresses whenever a message comes, so only an administrator chooses one; an
 * agent could otherwise give its child a program that its own writ does not let it start.
 */
export async function acceptRunner(context: Context, caller: Caller, wish: unknown): Promise<Outcome<AcceptedRunner>> {
	if (wish === undefined || wish === MAILBOX) return done(NOTHING_RUNS);
	const hosts = await context.store.look((connection) => getSetting(connection, "runners.http_hosts"));
	const parsed = parseRunner(wish, hosts);
	if (!parsed.ok) return refuse("invalid-request", parsed.message);
	const { runner } = parsed;
	if (runner.kind === MAILBOX) return done(NOTHING_RUNS);
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person can choose a runner other than mailbox");
	if (!hasRole(caller, "admin")) return refuse("not-permitted", "Only an administrator can choose a runner other than mailbox");
	const level = runner.kind === "command" ? (await knownMachine(context.home, process.env.PATH ?? "")).level : null;
	return done({ stored: storedRunner(runner), level });
}

/** The refusal of an agent whose program this machine cannot confine as its writ asks; `null` = it can. */
export function tooWeak({ level }: Pick<AcceptedRunner, "level">, { terms, profile }: Writ): { ok: false; refusal: Refusal } | null {
	if (level === null) return null;
	const rank = (one: ConfinementLevel): number => CONFINEMENT_LEVELS.indexOf(one);
	const least = terms.sandbox.minimum_level;
	if (rank(level) < rank(LEAST))
		return refuse("sandbox-level", `The runner command needs level ${LEAST}, and this machine has ${level}. See \`writ doctor\`.`);
	if (rank(level) >= rank(least)) return null;
	return refuse("sandbox-level", `The profile '${profile}' asks for level ${least}, and this machine has ${level}.`);
}

/** What is weaker confines no program. */
const LEAST: ConfinementLevel = "L3";
