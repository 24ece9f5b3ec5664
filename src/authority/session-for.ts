import { listAgents } from "../agents/index.ts";
import { randomId } from "../platform/index.ts";
import { type Connection, findOwnSession, findSession } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Known } from "./known-agents.ts";
import { mayJoinSession } from "./may-join-session.ts";
import { ownName, sessionName } from "./session-name.ts";

/**
 * The session that is meant when somebody names one for a new agent; `null` when it may not be joined.
 * SECURITY: an agent is not told whether another owner has a session of that name: what it names is then one of its own owner's, as if
 * the name had been free (test/authority/sessions.test.ts).
 */
export async function sessionFor(
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
