import {
	type Connection,
	cursorOfKey,
	keyOfCursor,
	numberOf,
	type Page,
	pageOf,
	type Row,
	type SqlValue,
	storedText,
	textOf,
} from "../../store/index.ts";
import { AGENT_STATUSES, type Agent, type AgentStatus, readAgent } from "./agent.ts";

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

/**
 * Whether an id fits a pattern: `*` is any text, `?` any one character, everything else itself, in its own case.
 * SECURITY: at most length × length steps, whatever the pattern; a regular expression made from it could take for ever.
 */
export function matchesIdPattern(pattern: string, id: string): boolean {
	let at = 0;
	let here = 0;
	let star = -1;
	let resume = 0;
	while (at < id.length) {
		const wanted = pattern[here];
		if (wanted === "*") {
			star = here++;
			resume = at;
		} else if (wanted === "?" || wanted === id[at]) {
			here++;
			at++;
		} else if (star >= 0) {
			// The last star takes one character more.
			here = star + 1;
			at = ++resume;
		} else return false;
	}
	while (pattern[here] === "*") here++;
	return here === pattern.length;
}

/** What every id that fits begins with. */
function prefixOfIdPattern(pattern: string): string {
	return /^[A-Za-z0-9._-]*/.exec(pattern)?.[0] ?? "";
}

/** Which agents are wanted; what is absent does not matter. */
interface AgentRowFilter {
	readonly owner?: string;
	readonly status?: string;
	/** `null` = roots only. */
	readonly parent?: string | null;
	readonly component?: string;
	readonly session?: string;
	/** Made before this moment. */
	readonly createdBefore?: number;
	/** Owned by this person or shared with them. */
	readonly accessibleTo?: string;
	/** Ids that begin so. */
	readonly prefix?: string;
}

/** The next agents after an id, in the order of ids: as quick at the end of a long list as at its beginning. */
export function pageOfAgentRows(connection: Connection, filter: AgentRowFilter, after: string, limit: number): Promise<readonly Row[]> {
	const { conditions, values } = conditionsOf(filter);
	const first = firstId(filter.prefix ?? "", after);
	const page = (from: string, id: string, ...more: readonly string[]): string =>
		`SELECT agents.* FROM ${from} WHERE ${[...more, `${id} >= ?`, ...conditions].join(" AND ")} ORDER BY ${id} LIMIT ?`;
	const person = filter.accessibleTo;
	if (person === undefined) return connection.all(page("agents", "agents.id"), [first, ...values, limit]);
	// Two pages by index, then the first of both: a person may own or be shown very many.
	return connection.all(
		`SELECT * FROM (
			SELECT * FROM (${page("agents", "agents.id", "agents.owner = ?")}) owned
			UNION SELECT * FROM (${page("shares JOIN agents ON agents.id = shares.agent", "shares.agent", "shares.email = ?")}) shown
		) accessible ORDER BY id LIMIT ?`,
		[person, first, ...values, limit, person, first, ...values, limit, limit],
	);
}

/** How many agents there are in each status. */
function countAgentRows(connection: Connection): Promise<readonly Row[]> {
	return connection.all("SELECT status, count(*) AS count FROM agents GROUP BY status ORDER BY status");
}

interface Conditions {
	readonly conditions: readonly string[];
	readonly values: readonly SqlValue[];
}

function conditionsOf(filter: AgentRowFilter): Conditions {
	const conditions: string[] = [];
	const values: SqlValue[] = [];
	const equal = (column: string, value: string | undefined): void => {
		if (value === undefined) return;
		conditions.push(`agents.${column} = ?`);
		values.push(value);
	};
	equal("owner", filter.owner);
	equal("status", filter.status);
	equal("component", filter.component);
	equal("session", filter.session);
	if (filter.parent === null) conditions.push("agents.parent IS NULL");
	else equal("parent", filter.parent);
	if (filter.createdBefore !== undefined) {
		conditions.push("agents.created_at < ?");
		values.push(filter.createdBefore);
	}
	if (filter.prefix !== undefined && filter.prefix !== "") {
		// Ids are ASCII, so everything that begins so lies below the prefix with a byte above them all.
		conditions.push("agents.id < ?");
		values.push(`${filter.prefix}\u{7f}`);
	}
	return { conditions, values };
}

/** Where a page starts: one bound for both, because an index is entered at one. No id holds a character as low as the one that is added. */
function firstId(prefix: string, after: string): string {
	return after < prefix ? prefix : `${after}\u{1}`;
}
