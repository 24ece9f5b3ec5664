import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import {
	findAgentWithWrit,
	findSandbox,
	type HeldWrit,
	insertSandbox,
	listAgents,
	removeSandbox,
	resealAgent,
	type SandboxRecord,
} from "../agents/index.ts";
import { moveWrit, type Place, SANDBOX_MODES, type Writ } from "../engine/index.ts";
import type { SandboxDirectories } from "../sandbox/index.ts";
import type { Connection, Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { ownDirectory, sandboxWish, withOwnDirectory } from "./own-directory.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { sealContext } from "./seal-context.ts";
import { sessionName } from "./session-name.ts";
import { settleSession } from "./settle-session.ts";
import { settledPlaces, settledWorkspace } from "./settled-places.ts";
import { note } from "./work.ts";

/**
 * Gives restored agents directories of this home where they have none, under the same writs. What was made is told in `made`, to be
 * removed when the restoring comes to nothing.
 * SECURITY: two authorities must not hand out one workspace (test/authority/restored-sandboxes.test.ts).
 */
export async function settleSandboxes(context: Context, transaction: Transaction, caller: Caller, made: string[]): Promise<Outcome<null>> {
	const settlers = await allSettlers(transaction);
	const relocations = new Map<string, string>();
	const sessions = new Map<string, string>();
	// The oldest agent of a session is nearest to the one that it was made for.
	for (const { agent, writ, sandbox } of settlers.toSorted((one, other) => one.agent.createdAt - other.agent.createdAt)) {
		if (agent.session === null || sessions.has(agent.session)) continue;
		const old = oldSession(writ, sandbox);
		const session = await settleSession(context, transaction, { id: agent.session, owner: agent.owner, old }, made);
		if (!session.ok) return session;
		sessions.set(agent.session, session.value);
		if (old !== null) relocations.set(old, session.value);
	}
	// Parents first: a child may work inside of its parent's workspace.
	for (const settler of settlers.toSorted((one, other) => one.agent.depth - other.agent.depth)) {
		const session = settler.agent.session === null ? null : (sessions.get(settler.agent.session) ?? null);
		const settled = await settle(context, transaction, caller, { settler, session, relocations, made });
		if (!settled.ok) return settled;
	}
	return done(null);
}

/** A restored agent with what it had. */
interface Settler extends HeldWrit {
	readonly sandbox: SandboxRecord | null;
}

interface Settling {
	readonly settler: Settler;
	/** The directory of its session. */
	readonly session: string | null;
	readonly relocations: Map<string, string>;
	readonly made: string[];
}

async function settle(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	{ settler: { agent, writ, sandbox }, session, relocations, made }: Settling,
): Promise<Outcome<null>> {
	if (sandbox === null) return place(transaction, writ, settledPlaces(writ.places, relocations, context.home));
	const old = ownDirectory(sandbox)[0] ?? writ.places.written.own ?? sandbox.path;
	const mode = SANDBOX_MODES.find((known) => known === sandbox.mode) ?? writ.terms.sandbox.mode;
	const directories = context.storage.create(
		// Nobody gets what another one has just got.
		{ mode, session, existing: relocations.has(old) ? null : old },
		{ agent: agent.id, session: agent.session, parent: agent.parent, config: sandboxWish(sandbox), writ: writ.digest },
	);
	relocations.set(old, directories.own);
	if (directories.own !== old) {
		made.push(directories.own);
		// SECURITY: only a new directory has no links in it that lead elsewhere.
		if (writ.places.real.own !== undefined) relocations.set(writ.places.real.own, directories.own);
	}
	const own = { before: join(sandbox.path, "workspace"), now: join(directories.path, "workspace") };
	const workspace = settledWorkspace(writ.places, own, relocations);
	// One inside of another agent's was not made with that.
	if (workspace !== writ.places.written.workspace) mkdirSync(workspace, { recursive: true, mode: 0o700 });
	if (directories.own !== old || directories.path !== sandbox.path) {
		await replaceSandbox(transaction, sandbox, directories, workspace, context.clock.now());
		note(context, transaction, caller, {
			kind: "sandbox",
			agent: agent.id,
			request: { action: "created", mode, session: sessionName(agent.session) },
			writDigest: writ.digest,
		});
	}
	return place(transaction, writ, { ...directories.places, workspace });
}

async function replaceSandbox(
	transaction: Transaction,
	sandbox: SandboxRecord,
	{ path, own }: SandboxDirectories,
	workspace: string,
	now: number,
): Promise<void> {
	const wish = sandboxWish(sandbox);
	const config = withOwnDirectory("workspace" in wish ? { ...wish, workspace } : wish, own);
	await removeSandbox(transaction, sandbox.agent);
	await insertSandbox(transaction, { ...sandbox, path, config, createdAt: now });
}

/** The same writ where the agent is now; an agent whose places are the same is not touched. */
async function place(transaction: Transaction, writ: Writ, places: Readonly<Partial<Record<Place, string>>>): Promise<Outcome<null>> {
	const names = new Set([...Object.keys(places), ...Object.keys(writ.places.written)]);
	const [now, before] = [new Map(Object.entries(places)), new Map(Object.entries(writ.places.written))];
	if ([...names].every((name) => now.get(name) === before.get(name))) return done(null);
	const { agent, parent, children } = writ;
	const home = writ.places.home === null ? {} : { home: writ.places.home };
	const moved = moveWrit(writ, sealContext({ agent, parent, children, ...home }, places));
	if (!moved.ok) return refuse("invalid-snapshot", moved.problems[0]?.message ?? `The writ of ${agent} cannot be moved`);
	await resealAgent(transaction, agent, moved.writ);
	return done(null);
}

function oldSession({ places: { written } }: Writ, sandbox: SandboxRecord | null): string | null {
	if (written.session !== undefined) return dirname(written.session);
	return sandbox?.mode === "shared" ? sandbox.path : null;
}

const PAGE = 1_000;

async function allSettlers(connection: Connection): Promise<readonly Settler[]> {
	const settlers: Settler[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof listAgents>> = await listAgents(connection, { limit: PAGE, cursor });
		for (const { id } of page.items) {
			const held = await findAgentWithWrit(connection, id);
			if (held !== null) settlers.push({ ...held, sandbox: await findSandbox(connection, id) });
		}
		cursor = page.next_cursor;
	} while (cursor !== null);
	return settlers;
}
