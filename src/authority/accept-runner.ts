import { CONFINEMENT_LEVELS, type ConfinementLevel, type Writ } from "../engine/index.ts";
import { getSetting } from "../identity/index.ts";
import { MAILBOX, parseRunner, storedRunner } from "../runners/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { knownMachine } from "./launch/known-machine.ts";
import { done, type Outcome, type Refusal, refuse } from "./refusal.ts";

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
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person chooses another runner than mailbox");
	if (!hasRole(caller, "admin")) return refuse("not-permitted", "Only an administrator chooses another runner than mailbox");
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
	return refuse("sandbox-level", `Level ${least} is asked for by the profile '${profile}', and this machine has ${level}.`);
}

/** What is weaker confines no program. */
const LEAST: ConfinementLevel = "L3";
