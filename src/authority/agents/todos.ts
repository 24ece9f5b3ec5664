import { randomId } from "../../platform/index.ts";
import { type Agent, findAgent, findTodoRow, saveTodoRow } from "../../state/agents/index.ts";
import type { Transaction } from "../../store/index.ts";
import { type Caller, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { sessionName } from "../sandboxes/directories.ts";
import { changing, note, recording } from "../work.ts";

/** One thing to do. */
export interface TodoItem {
	readonly id: string;
	readonly text: string;
	readonly status: string;
	readonly assignee?: string;
}

/** A list that the agents of a session, else of a family, share. */
export interface TodoList {
	/** The session, else the root of the family. */
	readonly list: string;
	readonly version: number;
	readonly items: readonly TodoItem[];
}

/** What a list shall hold from now on. */
export interface TodoWriting {
	readonly list?: string;
	readonly items: readonly (Omit<TodoItem, "id"> & { readonly id?: string })[];
	/** The version that was read: one that is no longer the newest is refused. */
	readonly version?: number;
}

/** The shared list of the calling agent; a person names an agent whose list it is. */
export function todos(context: Context, caller: Caller, list?: string): Promise<Outcome<TodoList>> {
	return recording(context, caller, async (transaction) => {
		const place = await placeOf(context, transaction, caller, list);
		return place.ok ? done(await read(transaction, place.value)) : place;
	});
}

/** Writes a shared list as a whole; every change is recorded. */
export function writeTodos(context: Context, caller: Caller, { list, items, version }: TodoWriting): Promise<Outcome<TodoList>> {
	return changing(context, caller, async (transaction) => {
		const place = await placeOf(context, transaction, caller, list);
		if (!place.ok) return place;
		const before = await read(transaction, place.value);
		if (version !== undefined && version !== before.version)
			return refuse("stale", `The list has version ${before.version}: read it again`, { retryable: true });
		if (items.length > MOST_ITEMS) return refuse("too-large", `A list holds at most ${MOST_ITEMS} items`);
		const written = items.map(({ id = randomId("todo"), ...item }) => ({ id, ...item }));
		if (new Set(written.map(({ id }) => id)).size < written.length) return refuse("invalid-request", "Two items have the same id");
		const after = { ...before, version: before.version + 1, items: written };
		await saveTodoRow(transaction, place.value.key, { items: JSON.stringify(written), version: after.version });
		note(context, transaction, caller, {
			kind: "note",
			agent: caller.principal.kind === "agent" ? caller.principal.id : place.value.agent.id,
			request: { action: "todo-written", list: place.value.name, version: after.version, items: written.length },
			writDigest: place.value.agent.digest,
		});
		return done(after);
	});
}

const MOST_ITEMS = 1_000;

interface Place {
	readonly key: string;
	readonly name: string;
	readonly agent: Agent;
}

/** SECURITY: an agent has no other list than its own, whatever it names. */
async function placeOf(context: Context, transaction: Transaction, caller: Caller, list: string | undefined): Promise<Outcome<Place>> {
	const { principal } = caller;
	const missing = refuse("not-found", "There is no such list");
	const id = principal.kind === "agent" ? principal.id : list;
	if (id === undefined) return refuse("invalid-request", "list must name the agent whose list is meant");
	const found = await findAgentFor(context, transaction, caller, id);
	if (!found.ok) return missing;
	const { agent } = found.value;
	if (principal.kind !== "agent" && !mayChange(caller, agent)) return missing;
	const name = sessionName(agent.session) ?? agent.root;
	if (principal.kind === "agent" && list !== undefined && list !== name) return missing;
	// An id can be another's one day, a uid cannot.
	const root = agent.session === null ? await findAgent(transaction, agent.root) : null;
	return done({ name, agent, key: agent.session === null ? `family:${root?.uid ?? agent.uid}` : todosOfSession(agent.session) });
}

/** Where the list of a session is kept. */
export function todosOfSession(session: string): string {
	return `session:${session}`;
}

async function read(transaction: Transaction, { key, name }: Place): Promise<TodoList> {
	const row = await findTodoRow(transaction, key);
	const items: unknown = row === null ? [] : JSON.parse(row.items);
	return { list: name, version: row?.version ?? 0, items: Array.isArray(items) ? items : [] };
}
