import type { GrantFact } from "../engine/index.ts";
import { type Connection, countOpenGrants, findGrantRow, liveGrantRowsOf, type Page, pageOf, pageOfGrantRows } from "../store/index.ts";
import { type Grant, grantOf } from "./grant.ts";
import { cursorOf, placeOf } from "./place.ts";

/** What widens an agent at this moment, as the engine wants it. */
export async function activeGrants(connection: Connection, agent: string, now: number): Promise<readonly GrantFact[]> {
	return (await liveGrantsOf(connection, agent, now)).map(({ id, rule }) => ({ id, rule }));
}

/** What widens an agent at this moment, with when it ends. */
export async function liveGrantsOf(connection: Connection, agent: string, now: number): Promise<readonly Grant[]> {
	return (await liveGrantRowsOf(connection, agent, now)).map((row) => grantOf(row, now));
}

/** How many grants an agent has that were not ended; 0 = `activeGrants` finds nothing, now and until one is made. */
export function countGrants(connection: Connection, agent: string): Promise<number> {
	return countOpenGrants(connection, agent);
}

export async function findGrant(connection: Connection, id: string, now: number): Promise<Grant | null> {
	const row = await findGrantRow(connection, id);
	return row === null ? null : grantOf(row, now);
}

/** Which grants a list shows, and from where on. */
export interface GrantList {
	readonly agent?: string;
	/** Of agents that this person owns or that are shared with them. */
	readonly accessibleTo?: string;
	readonly limit: number;
	readonly cursor?: string | null;
	readonly now: number;
}

/** Grants, ended ones too, the oldest first, page by page. */
export async function listGrants(connection: Connection, { limit, cursor = null, now, ...filter }: GrantList): Promise<Page<Grant>> {
	const place = placeOf(cursor);
	const rows = place === null ? [] : await pageOfGrantRows(connection, filter, place, limit + 1);
	return pageOf(rows, limit, (row) => grantOf(row, now), cursorOf);
}
