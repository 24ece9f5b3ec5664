import {
	type AgentRowFilter,
	type Connection,
	countAgentRows,
	cursorOfKey,
	keyOfCursor,
	numberOf,
	type Page,
	pageOf,
	pageOfAgentRows,
	type Row,
	storedText,
	textOf,
} from "../store/index.ts";
import { AGENT_STATUSES, type Agent, type AgentStatus, readAgent } from "./agent.ts";
import { matchesIdPattern, prefixOfIdPattern } from "./id-pattern.ts";

/** Which agents, and which page of them. */
export interface AgentQuery {
	readonly owner?: string;
	readonly status?: AgentStatus;
	/** `null` = roots only. */
	readonly parent?: string | null;
	/** A pattern of ids: `*` is any text, `?` any one character. */
	readonly pattern?: string;
	/** Made before this moment. */
	readonly olderThan?: number;
	readonly component?: string;
	readonly session?: string;
	/** Owned by this person or shared with them. */
	readonly accessibleTo?: string;
	readonly limit: number;
	readonly cursor?: string | null;
}

/** How many rows are read at once where only a pattern tells which of them are wanted. */
const BATCH = 1_000;

/** One page of agents in the order of their ids: no gap and no double while others come and go. */
export async function listAgents(connection: Connection, query: AgentQuery): Promise<Page<Agent>> {
	const { pattern, limit } = query;
	const filter = filterOf(query);
	const found: Row[] = [];
	let after = keyOfCursor(query.cursor);
	while (found.length <= limit) {
		const wanted = pattern === undefined ? limit + 1 : Math.max(BATCH, limit + 1);
		const rows = await pageOfAgentRows(connection, filter, after, wanted);
		found.push(...rows.filter((row) => pattern === undefined || matchesIdPattern(pattern, textOf(row, "id"))));
		const last = rows.at(-1);
		if (rows.length < wanted || last === undefined) break;
		after = textOf(last, "id");
	}
	return pageOf(found, limit, readAgent, (row) => cursorOfKey(textOf(row, "id")));
}

/** How many agents live, by status. */
export async function countAgents(connection: Connection): Promise<Readonly<Record<AgentStatus, number>>> {
	const rows = await countAgentRows(connection);
	const counted = new Map(rows.map((row) => [textOf(row, "status"), numberOf(row, "count")]));
	const [registered, running, stopped] = AGENT_STATUSES.map((status) => counted.get(status) ?? 0);
	return { registered: registered ?? 0, running: running ?? 0, stopped: stopped ?? 0 };
}

function filterOf({ owner, status, parent, pattern, olderThan, component, session, accessibleTo }: AgentQuery): AgentRowFilter {
	return {
		...(owner === undefined ? {} : { owner }),
		...(status === undefined ? {} : { status }),
		...(parent === undefined ? {} : { parent }),
		...(olderThan === undefined ? {} : { createdBefore: olderThan }),
		...(component === undefined ? {} : { component: storedText(component) ?? component }),
		...(session === undefined ? {} : { session }),
		...(accessibleTo === undefined ? {} : { accessibleTo }),
		...(pattern === undefined ? {} : { prefix: prefixOfIdPattern(pattern) }),
	};
}
