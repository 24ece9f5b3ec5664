import { descendantsOf, listAgents } from "../agents/index.ts";
import type { Connection } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { mayKnow, seeAgent } from "./find-agent-for.ts";
import { mayEnd } from "./may.ts";
import { mayUse } from "./may-use.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { terminate } from "./terminate.ts";

/** Which agents: by name, by pattern (`*` and `?`), by age, by definition, or all. */
export interface Selection {
	readonly ids?: readonly string[];
	readonly pattern?: string;
	readonly olderThanHours?: number;
	readonly component?: string;
	readonly all?: boolean;
}

export interface TerminatedMany {
	readonly succeeded: readonly string[];
	readonly failed: readonly { readonly agent_id: string; readonly error: string }[];
}

/** The agents that ending the selected ones would end, cascade included; refused as ending would be. */
export async function selectForTermination(context: Context, caller: Caller, selection: Selection): Promise<Outcome<readonly string[]>> {
	return context.store.look(async (connection) => {
		const chosen = await select(context, connection, caller, selection);
		if (chosen.length === 0) return refuse("no-match", "No agents match");
		const all = new Set<string>();
		for (const id of chosen) {
			const seen = await seeAgent(connection, caller, id);
			if (!seen.ok) return seen;
			if (!mayEnd(caller, seen.value))
				return refuse("not-permitted", `Agent ${id} can be ended by itself, its parent, its owner or an administrator`);
			for (const one of [...(await descendantsOf(connection, id)), seen.value]) all.add(one.id);
		}
		return done([...all]);
	});
}

/** Ends the selected agents, each with its descendants; one that fails does not keep the others. */
export async function terminateMany(context: Context, caller: Caller, selection: Selection): Promise<Outcome<TerminatedMany>> {
	const chosen = await context.store.look((connection) => select(context, connection, caller, selection));
	if (chosen.length === 0) return refuse("no-match", "No agents match");
	const succeeded: string[] = [];
	const failed: { agent_id: string; error: string }[] = [];
	for (const id of chosen) {
		// A parent that ended before took it along.
		if (succeeded.includes(id)) continue;
		const permitted = await mayUse(context, caller, { tool: "delete_agent", subject: id, held: false });
		const outcome = permitted.ok ? await terminate(context, caller, id) : permitted;
		if (outcome.ok) succeeded.push(...outcome.value.cascaded, id);
		else failed.push({ agent_id: id, error: outcome.refusal.message });
	}
	return done({ succeeded, failed });
}

const PAGE = 1_000;

async function select(context: Context, connection: Connection, caller: Caller, selection: Selection): Promise<readonly string[]> {
	if (selection.ids !== undefined) return selection.ids;
	const { pattern, olderThanHours, component, all } = selection;
	if (pattern === undefined && olderThanHours === undefined && component === undefined && all !== true) return [];
	const chosen: string[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof listAgents>> = await listAgents(connection, {
			...(pattern === undefined ? {} : { pattern }),
			...(olderThanHours === undefined ? {} : { olderThan: context.clock.now() - olderThanHours * 3_600_000 }),
			...(component === undefined ? {} : { component }),
			limit: PAGE,
			cursor,
		});
		for (const agent of page.items) {
			if ((await mayKnow(connection, caller, agent)) && mayEnd(caller, agent)) chosen.push(agent.id);
		}
		cursor = page.next_cursor;
	} while (cursor !== null);
	return chosen;
}
