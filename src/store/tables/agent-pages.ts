import type { Connection, Row, SqlValue } from "../connection.ts";

/** Which agents are wanted; what is absent does not matter. */
export interface AgentRowFilter {
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
export function countAgentRows(connection: Connection): Promise<readonly Row[]> {
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
