import { parseAgentId, type SandboxMode } from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import type { SandboxDirectories } from "../../sandbox/index.ts";
import { findOwnSession, findSession, listAgents } from "../../state/agents/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { type Birth, ownerOf } from "../agents/birth.ts";
import { heldNow } from "../agents/seal.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { mayKnow } from "../find-agent.ts";
import type { Known } from "../memory/agents.ts";
import { beyond, done, type Outcome, refuse } from "../refusal.ts";
import { ownName, sessionDirectory, sessionName } from "./directories.ts";

/** Where a new agent works. */
export interface PreparedSandbox extends ChosenSandbox {
	readonly directories: SandboxDirectories;
}

/** Makes an agent's directories, and its session's when it is the first there. */
export async function prepareSandbox(
	context: Context,
	transaction: Transaction,
	birth: Birth,
	parent: Known | null,
): Promise<Outcome<PreparedSandbox>> {
	const chosen = await chooseSandbox(transaction, birth, parent);
	if (!chosen.ok) return chosen;
	const { mode, session } = chosen.value;
	const { id, made } = birth;
	const owner = ownerOf(birth, parent);
	const directory = session === null ? null : await sessionDirectory(context, transaction, { id: session, owner }, made);
	const managed = context.storage.create({ mode, session: directory }, { agent: id, mode, session, parent: parent?.agent.id ?? null });
	made.push(managed.own);
	return done({ directories: withWorkspace(managed, birth.wish.sandbox?.workspace), mode, session });
}

function withWorkspace(managed: SandboxDirectories, workspace: string | undefined): SandboxDirectories {
	return workspace === undefined ? managed : { ...managed, places: { ...managed.places, workspace } };
}

/** How a new agent works: with directories of its own, below its parent's, or with those of a session. */
interface ChosenSandbox {
	readonly mode: SandboxMode;
	readonly session: string | null;
}

/** The mode and the session of a new agent; what is beyond its spawner is refused, or left out when the wish may be cut down. */
async function chooseSandbox(connection: Connection, birth: Birth, parent: Known | null): Promise<Outcome<ChosenSandbox>> {
	const { caller, wish, composition } = birth;
	const named = wish.sandbox?.parent_agent_id;
	if (named !== undefined && named !== parent?.agent.id) return beyond("sandbox.parent_agent_id", named, parent?.agent.id ?? "none");
	const asked = wish.sandbox?.session_id ?? wish.session ?? null;
	if (asked !== null && !parseAgentId(asked).ok) return refuse("invalid-id", `Invalid session id: ${asked}`);
	const mode = composition.profile.sandbox?.mode ?? "isolated";
	const session = asked === null ? null : await sessionFor(connection, caller, parent, { name: asked, owner: ownerOf(birth, parent) });
	const mayJoin = asked === null || session !== null;
	const isClamped = wish.fit === "clamp" && parent !== null;
	if (!mayJoin && !isClamped) return beyond("sandbox.session", asked, sessionName(parent?.agent.session ?? null) ?? "none");
	// The writ of a child that may not share a session says the same.
	if (isClamped && mode === "shared" && (!mayJoin || !sharesSession(parent))) return done({ mode: "isolated", session });
	if (mode === "shared" && session === null) return refuse("invalid-request", "A shared sandbox needs a session_id");
	if (mode === "nested" && parent === null) return refuse("invalid-request", "A nested sandbox needs a parent");
	return done({ mode, session });
}

function sharesSession(parent: Known): boolean {
	const { mode, session_share } = heldNow(parent).terms.sandbox;
	return mode === "shared" || session_share;
}

/**
 * The session that is meant when somebody names one for a new agent; `null` when it may not be joined.
 * SECURITY: an agent is not told whether another owner has a session of that name: what it names is then one of its own owner's, as if
 * the name had been free (test/authority/sessions.test.ts).
 */
async function sessionFor(
	connection: Connection,
	caller: Caller,
	parent: Known | null,
	{ name, owner }: { readonly name: string; readonly owner: string },
): Promise<string | null> {
	if (caller.principal.kind !== "agent") return (await mayJoinSession(connection, caller, parent, name)) ? name : null;
	const parents = parent?.agent.session ?? null;
	if (parents !== null && sessionName(parents) === name) return parents;
	if ((await findOwnSession(connection, owner, ownName(name, ""))) !== null) return null;
	if (await mayJoinSession(connection, caller, parent, name)) return name;
	return (await ownerOfSession(connection, name)) === owner ? null : ownName(name, randomId("s").slice(2, 18));
}

async function ownerOfSession(connection: Connection, session: string): Promise<string | null> {
	const known = await findSession(connection, session);
	if (known !== null) return known.owner;
	const { items } = await listAgents(connection, { session, limit: 1, cursor: null });
	return items[0]?.owner ?? null;
}

/**
 * Whether a new agent may join a session: nobody's session is everybody's. An agent takes its children into its own session, a person
 * into one whose agents are all theirs or shared with them.
 * SECURITY: who is in a session reads and writes its workspace; one whose agents all ended still holds their files.
 */
async function mayJoinSession(connection: Connection, caller: Caller, parent: Known | null, session: string): Promise<boolean> {
	const { principal } = caller;
	if (principal.kind === "system" || hasRole(caller, "admin")) return true;
	const known = await findSession(connection, session);
	const [isEmpty, areTheirs] = await members(connection, caller, session);
	if (isEmpty && known === null) return true;
	if (principal.kind === "agent") return parent?.agent.session === session;
	return isEmpty ? known?.owner === principal.email : areTheirs;
}

const PAGE = 1_000;

/** Whether a session has no agents, and whether the caller may know of each of them. */
async function members(connection: Connection, caller: Caller, session: string): Promise<readonly [isEmpty: boolean, areTheirs: boolean]> {
	let isEmpty = true;
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof listAgents>> = await listAgents(connection, { session, limit: PAGE, cursor });
		for (const agent of page.items) {
			isEmpty = false;
			if (!(await mayKnow(connection, caller, agent))) return [isEmpty, false];
		}
		cursor = page.next_cursor;
	} while (cursor !== null);
	return [isEmpty, true];
}
