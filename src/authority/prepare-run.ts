import { findSandbox, listSandboxes } from "../agents/index.ts";
import { CONFINEMENT_LEVELS, type ConfinementLevel, decide, effectiveTerms, type Writ } from "../engine/index.ts";
import { isWithin, type ParentFacts, type SandboxPlan } from "../sandbox/index.ts";
import type { Connection } from "../store/index.ts";
import { findSession } from "../store/index.ts";
import type { Spawned, SpawnWish } from "./birth.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import type { Known } from "./known-agents.ts";
import type { PreparedRun } from "./launch/plan-launch.ts";
import { ownDirectory } from "./own-directory.ts";
import { beyond, done, type Outcome, refuse } from "./refusal.ts";
import { refusePoint } from "./refuse-point.ts";
import { spawn } from "./spawn.ts";

/** A wish for an agent whose program is started at once. */
export interface RunWish extends SpawnWish {
	/** What this machine can hold. */
	readonly level: ConfinementLevel;
	/** The least that the person asks for, besides what the profile says. */
	readonly leastLevel?: ConfinementLevel;
	/** Of whoever will supervise the program: when that process is gone, a sweep ends the agent. */
	readonly pid: number;
	/** The agent stays when its program has ended. */
	readonly keep: boolean;
	/** This machine binds directories by path only: what other programs can write must be known. */
	readonly bindsPaths?: boolean;
}

/** Makes an agent for a program, or nothing at all when this machine is too weak for its writ; the refusal is recorded. */
export async function prepareRun(context: Context, caller: Caller, wish: RunWish): Promise<Outcome<PreparedRun>> {
	const { level, leastLevel = "L0", pid, keep, bindsPaths = false, ...birth } = wish;
	const workspace = wish.sandbox?.workspace;
	if (workspace !== undefined && caller.principal.kind !== "person") {
		// SECURITY: named places are compared by name, so an agent could otherwise reach any directory as its child's workspace.
		const held = await parentWorkspace(context, caller);
		if (held === null || !isWithin(workspace, held)) {
			await refusePoint(context, caller, { action: "prepareRun", workspace }, "escalation");
			return beyond("sandbox.workspace", workspace, held ?? "none");
		}
	}
	const spawned = await spawn(context, caller, birth, (made) => {
		const linked = throughLink(made, workspace);
		return linked ?? strongEnough(made, level, leastLevel);
	});
	if (!spawned.ok) return spawned;
	const { agent, sandbox, warnings } = spawned.value;
	const own = ownDirectory(sandbox)[0] ?? sandbox.path;
	context.storage.annotate(own, { pid, writ: agent.digest, config: { run: { keep } } });
	return context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, agent.id);
		if (known === null) return refuse("not-found", `Agent ${agent.id} not found`);
		const session = sandbox.session === null ? null : await findSession(transaction, sandbox.session);
		return done({
			agent: agent.id,
			writ: heldWrit(known),
			own,
			managed: workspace === undefined,
			session: session === null ? null : { workspace: `${session.path}/workspace` },
			parent: known.parent === null ? null : await parentFacts(context, transaction, known.parent),
			agentsWrite: bindsPaths ? await writtenByOthers(context, transaction, agent.id) : [],
			warnings,
		});
	});
}

/**
 * SECURITY: whoever can write a directory above a workspace could swap it for a link between the question and the seal, and so be
 * given any directory (`swap-race` of the escape suite); an agent could name a link of its own making.
 */
function throughLink({ writ }: Spawned, asked: string | undefined): Outcome<Spawned> | null {
	if (asked === undefined || writ.places.real.workspace === asked) return null;
	return refuse("path-symlink", `The workspace ${asked} is reached through a link. Name the directory itself.`);
}

function strongEnough(made: Spawned, level: ConfinementLevel, leastLevel: ConfinementLevel): Outcome<Spawned> {
	const rank = (one: ConfinementLevel): number => CONFINEMENT_LEVELS.indexOf(one);
	const least = made.writ.terms.sandbox.minimum_level;
	const asked = rank(leastLevel) > rank(least) ? leastLevel : least;
	if (rank(level) >= rank(asked)) return done(made);
	const who = asked === least ? `the profile '${made.writ.profile}'` : "--level";
	return refuse("sandbox-level", `Level ${asked} is asked for by ${who}, and this machine has ${level}.`);
}

function heldWrit(known: Known): Writ {
	return { ...known.writ, terms: effectiveTerms(known.writ, { lineage: known.lineage }) };
}

async function parentWorkspace(context: Context, { principal }: Caller): Promise<string | null> {
	if (principal.kind !== "agent") return null;
	const known = await context.store.record((transaction) => context.known.find(transaction, principal.id));
	return known?.writ.places.real.workspace ?? null;
}

/** What a child's plan must know of its living parent. */
export async function parentFacts(context: Context, connection: Connection, parent: Known): Promise<ParentFacts | null> {
	const writ = heldWrit(parent);
	const { workspace } = writ.places.real;
	if (workspace === undefined) return null;
	const sandbox = await findSandbox(connection, parent.agent.id);
	const plan = sandbox === null ? null : plannedAt(context, ownDirectory(sandbox)[0]);
	const asked = { kind: "path", operation: "create", path: `${workspace}/writ-asks` } as const;
	return {
		agent: parent.agent.id,
		workspace,
		writable: plan?.workspace.writable ?? decide(writ, asked, { lineage: parent.lineage }).effect !== "deny",
		plan,
	};
}

/** The plan by which a living parent was started, kept beside its directory, where no sandbox reaches. */
export function plannedAt(context: Context, directory: string | undefined): SandboxPlan | null {
	const config = directory === undefined ? undefined : context.storage.read(directory)?.config;
	if (typeof config !== "object" || config === null || !("plan" in config)) return null;
	// Written by `launchRun` and by nobody else.
	return config.plan as SandboxPlan;
}

/** What the plans of running programs open for writing. */
export async function writtenByOthers(context: Context, connection: Connection, agent: string): Promise<readonly string[]> {
	const written = new Set<string>();
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof listSandboxes>> = await listSandboxes(connection, { limit: 1_000, cursor });
		for (const sandbox of page.items) {
			const plan = sandbox.agent === agent ? null : plannedAt(context, ownDirectory(sandbox)[0]);
			for (const { source, writable } of plan?.mounts ?? []) if (source !== null && writable) written.add(source);
		}
		cursor = page.next_cursor;
	} while (cursor !== null);
	return [...written];
}
