import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { moveWrit, type Place, type Places, SANDBOX_MODES, type Writ } from "../../engine/index.ts";
import { isWithin, moved, type SandboxDirectories } from "../../sandbox/index.ts";
import {
	deleteSession,
	findAgentWithWrit,
	findSandbox,
	findSession,
	type HeldWrit,
	insertSandbox,
	insertSession,
	listAgents,
	removeSandbox,
	resealAgent,
	type SandboxRecord,
} from "../../state/agents/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { sealContext } from "../agents/seal.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { note } from "../work.ts";
import { ownDirectory, sandboxWish, sessionName, withOwnDirectory } from "./directories.ts";

/**
 * Gives restored agents directories of this home where they have none, under the same writs. What was made is told in `made`, to be
 * removed when the restoring comes to nothing.
 * SECURITY: two authorities must not hand out one workspace (test/authority/restored-sandboxes.test.ts).
 */
export async function restoreSandboxes(context: Context, transaction: Transaction, caller: Caller, made: string[]): Promise<Outcome<null>> {
	const settlers = await allRestored(transaction);
	const relocations = new Map<string, string>();
	const sessions = new Map<string, string>();
	// The oldest agent of a session is nearest to the one that it was made for.
	for (const { agent, writ, sandbox } of settlers.toSorted((one, other) => one.agent.createdAt - other.agent.createdAt)) {
		if (agent.session === null || sessions.has(agent.session)) continue;
		const old = oldSession(writ, sandbox);
		const session = await restoreSession(context, transaction, { id: agent.session, owner: agent.owner, old }, made);
		if (!session.ok) return session;
		sessions.set(agent.session, session.value);
		if (old !== null) relocations.set(old, session.value);
	}
	// Parents first: a child may work inside of its parent's workspace.
	for (const settler of settlers.toSorted((one, other) => one.agent.depth - other.agent.depth)) {
		const session = settler.agent.session === null ? null : (sessions.get(settler.agent.session) ?? null);
		const settled = await restoreHolder(context, transaction, caller, { settler, session, relocations, made });
		if (!settled.ok) return settled;
	}
	return done(null);
}

/** A restored agent with what it had. */
interface RestoredHolder extends HeldWrit {
	readonly sandbox: SandboxRecord | null;
}

interface Restoring {
	readonly settler: RestoredHolder;
	/** The directory of its session. */
	readonly session: string | null;
	readonly relocations: Map<string, string>;
	readonly made: string[];
}

async function restoreHolder(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	{ settler: { agent, writ, sandbox }, session, relocations, made }: Restoring,
): Promise<Outcome<null>> {
	if (sandbox === null) return place(transaction, writ, restoredPlaces(writ.places, relocations, context.home));
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
	const workspace = restoredWorkspace(writ.places, own, relocations);
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

async function allRestored(connection: Connection): Promise<readonly RestoredHolder[]> {
	const settlers: RestoredHolder[] = [];
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

/** A session that restored agents are in. */
interface RestoredSession {
	readonly id: string;
	readonly owner: string;
	/** The directory that its agents shared; `null` = not known. */
	readonly old: string | null;
}

/** The directory that restored agents of a session share from now on: the one that they had when it is of this home, else a new one. */
async function restoreSession(
	context: Context,
	transaction: Transaction,
	{ id, owner, old }: RestoredSession,
	made: string[],
): Promise<Outcome<string>> {
	const known = await findSession(transaction, id);
	// SECURITY: a session whose agents all ended still holds their files, and these are for nobody else.
	if (known !== null && known.path !== old) return refuse("store-not-empty", `There is a session ${sessionName(id)} here already`);
	const isHere = old !== null && context.storage.read(old) !== undefined && existsSync(join(old, "shared"));
	if (isHere && known !== null) return done(old);
	const path = isHere ? old : context.storage.createSession({ session: id });
	if (!isHere) made.push(path);
	if (known !== null) await deleteSession(transaction, id);
	await insertSession(transaction, { id, owner: known?.owner ?? owner, path }, context.clock.now());
	return done(path);
}

/** Where the directories of restored agents and sessions are now, by where they were. */
type Relocations = ReadonlyMap<string, string>;

/** The places of a restored agent that has no sandbox: none of them is in another home any more. */
function restoredPlaces({ written, real }: Places, relocations: Relocations, home: string): Readonly<Partial<Record<Place, string>>> {
	const roots = rootsOf({ written, real });
	const settle = (path: string): string => {
		const root = roots.find((one) => isWithin(path, one));
		return relocated(path, relocations) ?? (root === undefined ? path : moved(path, root, join(home, "sandboxes")));
	};
	return Object.fromEntries(Object.entries(written).map(([place, path]) => [place, settle(path)]));
}

/** The workspace of a restored agent: its own, one inside of another agent's directory, or a person's, which stays. */
function restoredWorkspace(
	{ written, real }: Places,
	own: { readonly before: string; readonly now: string },
	relocations: Relocations,
): string {
	const { workspace } = written;
	if (workspace === undefined || workspace === own.before) return own.now;
	const inside = relocated(workspace, relocations);
	// In the directory of somebody who is not restored there is nothing left to work on.
	return inside ?? (rootsOf({ written, real }).some((root) => isWithin(workspace, root)) ? own.now : workspace);
}

function relocated(path: string, relocations: Relocations): string | null {
	for (let at = path; at !== dirname(at); at = dirname(at)) {
		const to = relocations.get(at);
		if (to !== undefined) return moved(path, at, to);
	}
	return null;
}

/** The folder of all sandboxes that an agent's directory is in, as it is written and as it really is. */
function rootsOf({ written, real }: Pick<Places, "written" | "real">): readonly string[] {
	return [written.own, real.own].flatMap((own) => {
		const root = dirname(dirname(own ?? "/"));
		// SECURITY: no other folder is taken for one of sandboxes, or a person's directory would be moved too.
		return own !== undefined && basename(root) === "sandboxes" && basename(dirname(own)) === "agents" ? [root] : [];
	});
}
