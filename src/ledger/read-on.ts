import { WritError } from "../platform/index.ts";
import type { Connection } from "../store/index.ts";
import { type LedgerRecord, parseRecord } from "./ledger-record.ts";
import { findLastLedgerRow, listLedgerNodes, readLedgerRows } from "./ledger-rows.ts";

/** What came after a position, and the position behind it. */
export interface ReadOn {
	readonly items: readonly LedgerRecord[];
	readonly position: string;
}

/**
 * Reads all chains on from a position: `node=seq` for each node, separated by commas. Moments would not do: two nodes' clocks differ,
 * and a record of the slower one would be passed over.
 */
export async function readOn(connection: Connection, position: string, limit: number): Promise<ReadOn> {
	const reached = readPosition(position);
	if (reached === null) throw new WritError("invalid-cursor", "The position is not one of this ledger");
	const rows = [];
	for (const node of await listLedgerNodes(connection))
		rows.push(...(await readLedgerRows(connection, node, reached.get(node) ?? 0, limit)));
	// The sort is stable, but the clock of a node may have gone back: its own order comes first.
	const items = mergeByMoment(rows).slice(0, limit).map(parseRecord);
	return { items, position: items.reduce(positionAfter, position) };
}

/** The position behind everything that is recorded now. */
export async function currentPosition(connection: Connection): Promise<string> {
	const reached = new Map<string, number>();
	for (const node of await listLedgerNodes(connection)) reached.set(node, (await findLastLedgerRow(connection, node))?.seq ?? 0);
	return positionText(reached);
}

/** The position once a record has been seen. */
export function positionAfter(position: string, record: Pick<LedgerRecord, "node" | "seq">): string {
	const reached = readPosition(position) ?? new Map();
	return positionText(new Map([...reached, [record.node, record.seq]]));
}

/** Whether a text is a position; points ask before they call. */
export function isLedgerPosition(text: string): boolean {
	return readPosition(text) !== null;
}

function readPosition(text: string): ReadonlyMap<string, number> | null {
	try {
		const parts = text === "" ? [] : text.split(",");
		const reached = parts.map((part): [string, number] => {
			const [, node = "%", seq = ""] = /^([^=]+)=(\d{1,15})$/.exec(part) ?? [];
			return [decodeURIComponent(node), Number(seq)];
		});
		return new Map(reached);
	} catch {
		return null;
	}
}

function positionText(reached: ReadonlyMap<string, number>): string {
	return [...reached].map(([node, seq]) => `${encodeURIComponent(node)}=${seq}`).join(",");
}

function mergeByMoment<T extends { readonly node: string; readonly at: number }>(rows: readonly T[]): readonly T[] {
	const newest = new Map<string, number>();
	const keyed = rows.map((row) => {
		const moment = Math.max(newest.get(row.node) ?? 0, row.at);
		newest.set(row.node, moment);
		return { row, moment };
	});
	return keyed.toSorted((one, other) => one.moment - other.moment).map(({ row }) => row);
}
