import { createHash } from "node:crypto";
import { CONFINEMENT_LEVELS, type ConfinementLevel, canonicalJson, decide, effectiveTerms, type Writ } from "../../engine/index.ts";
import {
	isWithin,
	type KeptExports,
	type LimitViolation,
	type Missing,
	type ParentFacts,
	type SandboxPlan,
	type SettledFinding,
} from "../../sandbox/index.ts";
import { type Agent, findSandbox, findSession, listSandboxes, setRunning } from "../../state/agents/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import type { PreparedRun, SeenConnection } from "../../supervise/index.ts";
import type { Spawned, SpawnWish } from "../agents/birth.ts";
import { spawn } from "../agents/spawn.ts";
import { clearAway, type EndedSandbox, endWithDescendants } from "../agents/terminate.ts";
import { type Caller, maySupervise } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import type { Known } from "../memory/agents.ts";
import { beyond, done, type Outcome, refuse } from "../refusal.ts";
import { changing, note, recording, refusePoint } from "../work.ts";
import { ownDirectory } from "./directories.ts";
import { sweepRuns } from "./sweep.ts";

/** A wish for an agent whose program is started at once. */
export interface RunWish extends SpawnWish {
	/** What this machine can hold. */
	readonly level: ConfinementLevel;
	/** The least that the person asks for, besides what the profile says. */
	readonly leastLevel?: ConfinementLevel;
	/** The process that will supervise the program: when it is gone, a sweep ends the agent. */
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
 * SECURITY: somebody who can write a directory above a workspace could swap it for a link between the question and the seal, and so be
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

/** What is about to be started. */
export interface Launch {
	/** The process that supervises it: when it is gone, so is the program. */
	readonly pid: number;
	readonly level: ConfinementLevel;
	/** `null` at level 0, where nothing confines. */
	readonly plan: SandboxPlan | null;
	/** SHA-256 over the words of the program. */
	readonly argvDigest: string;
	readonly missing: readonly Missing[];
	/** The agent stays when its program has ended. */
	readonly keep: boolean;
}

/** A launch as it was recorded. */
interface Launched {
	readonly planDigest: string | null;
}

/** Records that a program is about to be started, and who watches over it; nothing is started before this has answered. */
export function launchRun(context: Context, caller: Caller, id: string, launch: Launch): Promise<Outcome<Launched>> {
	return changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		const { agent, writ } = found.value;
		if (!maySupervise(caller, agent)) return refuse("not-permitted", "Only the owner and the parent of an agent start its program");
		const { pid, level, plan, argvDigest, missing, keep } = launch;
		const sandbox = await findSandbox(transaction, id);
		const [own] = sandbox === null ? [] : ownDirectory(sandbox);
		if (own !== undefined) context.storage.annotate(own, { pid, writ: writ.digest, config: { run: { keep }, plan } });
		const planDigest = plan === null ? null : createHash("sha256").update(canonicalJson(plan)).digest("hex");
		context.confinements.launched(caller, agent.uid, level, plan);
		await setRunning(transaction, id, level);
		note(context, transaction, caller, {
			kind: "sandbox",
			agent: id,
			request: {
				action: "launched",
				level,
				plan: planDigest,
				argv: argvDigest,
				coarse: plan?.coarse ?? [],
				missing,
				...(plan === null ? { unsandboxed: true } : {}),
			},
			writDigest: writ.digest,
		});
		return done({ planDigest });
	});
}

/** Records a connection of a sandbox that ended, or one that its proxy refused. */
export function recordConnection(context: Context, caller: Caller, id: string, seen: SeenConnection): Promise<Outcome<true>> {
	return recording(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		if (!maySupervise(caller, found.value.agent))
			return refuse("not-permitted", "Only the owner and the parent of an agent record its connections");
		noteConnection(context, transaction, caller, found.value.agent, seen);
		return done(true as const);
	});
}

/** The record of a connection, for the known supervisor of the agent. */
export function noteConnection(context: Context, transaction: Transaction, caller: Caller, agent: Agent, seen: SeenConnection): void {
	const { event, form, host, port, address, code, sentBytes, receivedBytes } = seen;
	note(context, transaction, caller, {
		kind: "sandbox",
		agent: agent.id,
		request: {
			action: event === "ended" ? "connection" : "refused",
			form,
			host,
			port,
			address,
			sent: sentBytes,
			received: receivedBytes,
		},
		...(event === "refused" ? { effect: "deny" as const, code } : {}),
		writDigest: agent.digest,
	});
}

/** How a program ended, or why it never began. */
export interface RunEnd {
	/** `null`: it was never started. */
	readonly exitCode: number | null;
	readonly usage: unknown;
	readonly limits: readonly LimitViolation[];
	readonly findings: readonly SettledFinding[];
	/** Why it was never started. */
	readonly refused?: { readonly code: string; readonly message: string };
	/** The agent stays. */
	readonly keep: boolean;
}

/** What became of a run's agent. */
interface EndedRun {
	/** Where its exports are now; `null` when there were none, or when the agent stays. */
	readonly exports: string | null;
}

/** Records the end of a program with all that was found, and ends its agent: its exports are kept, the rest is removed. */
export async function endRun(context: Context, caller: Caller, id: string, end: RunEnd): Promise<Outcome<EndedRun>> {
	const ended: EndedSandbox[] = [];
	const outcome = await changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		const { agent } = found.value;
		if (!maySupervise(caller, agent)) return refuse("not-permitted", "Only the owner and the parent of an agent end its program");
		context.confinements.ended(caller, agent.uid);
		recordEnd(context, transaction, caller, agent, end);
		if (!end.keep) ended.push(...(await endWithDescendants(context, transaction, caller, agent)).ended);
		return done(true as const);
	});
	if (!outcome.ok) return outcome;
	const kept: readonly KeptExports[] = end.keep ? [] : await clearAway(context, ended);
	// A caller that waits for the exit code does not wait until the remains of others are removed.
	void sweepRuns(context).catch((error: unknown) => context.log(`the sweep failed: ${String(error)}`));
	return done({ exports: kept.at(-1)?.path ?? null });
}

/** The records of a program's end, for the known supervisor of the agent. */
export function recordEnd(context: Context, transaction: Transaction, caller: Caller, agent: Agent, end: RunEnd): void {
	const record = (request: Readonly<Record<string, unknown>>, denied?: string): void => {
		note(context, transaction, caller, {
			kind: "sandbox",
			agent: agent.id,
			request,
			...(denied === undefined ? {} : { effect: "deny" as const, code: denied }),
			writDigest: agent.digest,
		});
	};
	for (const { limit, allowed, used } of end.limits) record({ action: "limit", limit, allowed, used }, "limit-exceeded");
	for (const { path, kind, change, outcome } of end.findings) record({ action: "found", path, kind, change, outcome }, "path-protected");
	if (end.refused !== undefined) record({ action: "refused", reason: end.refused.message }, end.refused.code);
	else record({ action: "exited", exit_code: end.exitCode, usage: end.usage });
}
