import { listAgents } from "../agents/index.ts";
import { type Connection, findSession } from "../store/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import { mayKnow } from "./find-agent-for.ts";
import type { Known } from "./known-agents.ts";

/**
 * Whether a new agent may join a session: nobody's session is everybody's. An agent takes its children into its own session, a person
 * into one whose agents are all theirs or shared with them.
 * SECURITY: who is in a session reads and writes its workspace; one whose agents all ended still holds their files.
 */
export async function mayJoinSession(connection: Connection, caller: Caller, parent: Known | null, session: string): Promise<boolean> {
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
