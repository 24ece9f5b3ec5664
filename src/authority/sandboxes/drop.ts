import { parseAgentId } from "../../engine/index.ts";
import {
	type Agent,
	deleteSession,
	deleteTodoRow,
	findAgent,
	findOwnSession,
	findSandbox,
	findSession,
	listAgents,
	removeSandbox,
	sandboxRowsOfParent,
} from "../../state/agents/index.ts";
import { type Connection, type Transaction, textOf } from "../../store/index.ts";
import { clearAway, type EndedSandbox, endWithDescendants } from "../agents/terminate.ts";
import { todosOfSession } from "../agents/todos.ts";
import { type Caller, hasRole, mayChange, mayEnd } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import { ownDirectory, ownName } from "./directories.ts";

/** Takes an agent's sandbox away; whether there was one. Refused while nested children live, unless forced: then they end first. */
export async function dropSandbox(context: Context, caller: Caller, agent: string, force: boolean): Promise<Outcome<boolean>> {
	const directories: string[] = [];
	const ended: EndedSandbox[] = [];
	const outcome = await changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, agent);
		if (!found.ok) return done(false);
		if (!mayChange(caller, found.value.agent)) return refuse("not-permitted", "Only the owner can modify agent permissions");
		const existing = await findSandbox(transaction, agent);
		if (existing === null) return done(false);
		const nested = (await sandboxRowsOfParent(transaction, agent)).map((row) => textOf(row, "agent"));
		if (nested.length > 0 && !force) return refuse("sandbox-in-use", `Agent ${agent} has nested sandboxes: end them first, or use force`);
		ended.push(...(await endAll(context, transaction, caller, nested)));
		await removeSandbox(transaction, agent);
		directories.push(...ownDirectory(existing));
		note(context, transaction, caller, { kind: "sandbox", agent, request: { action: "removed", mode: existing.mode } });
		return done(true);
	});
	if (!outcome.ok) return outcome;
	if (ended.length > 0) await clearAway(context, ended);
	for (const directory of directories) await context.storage.clear(directory);
	return outcome;
}

/**
 * Takes a session's directory away; whether there was one. Refused while agents of the session live, unless forced: then they end first.
 * Its exports outlive it.
 */
export async function dropSession(context: Context, caller: Caller, session: string, force: boolean): Promise<Outcome<boolean>> {
	const directories: string[] = [];
	const ended: EndedSandbox[] = [];
	const outcome = await changing(context, caller, async (transaction) => {
		const { principal } = caller;
		const known = parseAgentId(session).ok ? await meant(transaction, caller, session) : null;
		// To callers who may not remove it, it looks like one that does not exist.
		const isTheirs = hasRole(caller, "admin") || (principal.kind === "person" && principal.email === known?.owner);
		if (known === null || !isTheirs) return done(false);
		const members = await agentsOf(transaction, known.id);
		if (!members.every((agent) => mayEnd(caller, agent)))
			return refuse("not-permitted", `Agents of session ${session} can be ended by their owners or an administrator only`);
		if (members.length > 0 && !force) return refuse("sandbox-in-use", `Session ${session} has living agents: end them first, or use force`);
		const ids = members.map(({ id }) => id);
		ended.push(...(await endAll(context, transaction, caller, ids)));
		await deleteSession(transaction, known.id);
		// SECURITY: the next session of this name must not find what these agents had to do.
		await deleteTodoRow(transaction, todosOfSession(known.id));
		directories.push(known.path);
		note(context, transaction, caller, { kind: "sandbox", agent: null, request: { action: "removed", session } });
		return done(true);
	});
	if (!outcome.ok) return outcome;
	await clearAway(context, [...ended, ...directories.map((directory) => ({ agent: session, directory, parent: null }))]);
	return outcome;
}

/** The session of this name that is the caller's own, else the one that has the name for everybody. */
async function meant(connection: Connection, { principal }: Caller, name: string): Promise<Awaited<ReturnType<typeof findSession>>> {
	const own = principal.kind === "person" ? await findOwnSession(connection, principal.email, ownName(name, "")) : null;
	return own ?? findSession(connection, name);
}

/** Ends some agents with everything below them; what they leave goes to nobody, because their parent's directory goes too. */
async function endAll(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	ids: readonly string[],
): Promise<readonly EndedSandbox[]> {
	const all: EndedSandbox[] = [];
	for (const id of ids) {
		const agent = await findAgent(transaction, id);
		// One above it ended before and took it along.
		if (agent === null) continue;
		const { ended } = await endWithDescendants(context, transaction, caller, agent);
		all.push(...ended.map((one) => ({ ...one, parent: null })));
	}
	return all;
}

const PAGE = 1_000;

async function agentsOf(transaction: Transaction, session: string): Promise<readonly Agent[]> {
	const found: Agent[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof listAgents>> = await listAgents(transaction, { session, limit: PAGE, cursor });
		found.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor !== null);
	return found;
}
