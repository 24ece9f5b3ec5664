import { principalName } from "../../engine/index.ts";
import { findGroup, type Group, listGroups, putGroup, removeGroup } from "../../state/edges/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { type Caller, hasRole, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor, seeAgent } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";

/** Makes the agents the members of a group, in the place of those that it had. */
export function writeGroup(
	context: Context,
	caller: Caller,
	name: string,
	members: readonly string[],
	expectedVersion?: number,
): Promise<Outcome<Group>> {
	return changing(context, caller, async (transaction) => {
		const permitted = await permitGroup(context, transaction, caller, name, members);
		if (!permitted.ok) return permitted;
		const put = await putGroup(transaction, {
			name,
			members,
			createdBy: principalName(caller.principal),
			now: context.clock.now(),
			...(expectedVersion === undefined ? {} : { expectedVersion }),
		});
		if (!put.ok) return refuse(put.code, put.message);
		note(context, transaction, caller, { kind: "group", agent: null, request: { action: "set", group: name, members } });
		return done(put.group);
	});
}

/** Whether there was a group to remove. */
export function dropGroup(context: Context, caller: Caller, name: string, expectedVersion?: number): Promise<Outcome<boolean>> {
	return changing(context, caller, async (transaction) => {
		if (!hasRole(caller, "admin")) return refuse("not-permitted", "Only an administrator removes a group");
		const outcome = await removeGroup(transaction, name, expectedVersion);
		if (!outcome.ok && outcome.code === "stale") return refuse(outcome.code, outcome.message);
		const removed = outcome.ok;
		if (removed) note(context, transaction, caller, { kind: "group", agent: null, request: { action: "removed", group: name } });
		return done(removed);
	});
}

/** Groups as the caller may see them, page by page. */
export function groups(
	context: Context,
	caller: Caller,
	query: { readonly limit: number; readonly cursor: string | null },
): ReturnType<typeof listGroups> {
	return context.store.look(async (connection) => {
		const page = await listGroups(connection, query);
		const items = await Promise.all(page.items.map((group) => shownTo(connection, caller, group)));
		return { ...page, items: items.filter((group) => group !== null) };
	});
}

/** One group as the caller may see it. */
export function group(context: Context, caller: Caller, name: string): Promise<Outcome<Group>> {
	return context.store.look(async (connection) => {
		const found = await findGroup(connection, name);
		const shown = found === null ? null : await shownTo(connection, caller, found);
		return shown === null ? refuse("not-found", `Group ${name} not found`) : done(shown);
	});
}

/**
 * Administrators set every group, other people those that are only theirs, before and after.
 * SECURITY: edges and blocks apply to groups: anybody who could take others' agents out of one would lift a block.
 */
async function permitGroup(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	name: string,
	members: readonly string[],
): Promise<Outcome<true>> {
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	if (hasRole(caller, "admin")) return done(true);
	const present = await findGroup(transaction, name);
	if (present !== null) {
		const areTheirs = await Promise.all(present.members.map((id) => isTheirs(context, transaction, caller, id)));
		const isTheirGroup = areTheirs.length > 0 || present.created_by === principalName(caller.principal);
		if (!isTheirGroup || areTheirs.includes(false)) return refuse("not-permitted", "Only an administrator changes a group of others");
	}
	for (const member of members) {
		const found = await findAgentFor(context, transaction, caller, member);
		if (!found.ok) return refuse("unknown-agent", `Agent '${member}' does not exist or is not accessible`);
		if (!mayChange(caller, found.value.agent)) return refuse("not-permitted", "Only the owner can modify agent permissions");
	}
	return done(true);
}

async function isTheirs(context: Context, transaction: Transaction, caller: Caller, id: string): Promise<boolean> {
	const known = await context.known.find(transaction, id);
	return known !== null && mayChange(caller, known.agent);
}

/** A group with the members that the caller may know of; `null` when it is not one of theirs. */
export async function shownTo(connection: Connection, caller: Caller, group: Group): Promise<Group | null> {
	if (caller.principal.kind === "system" || hasRole(caller, "admin")) return group;
	const members: string[] = [];
	for (const id of group.members) if ((await seeAgent(connection, caller, id)).ok) members.push(id);
	return members.length > 0 || group.created_by === principalName(caller.principal) ? { ...group, members } : null;
}
