import type { Effect } from "../engine/index.ts";
import { WritError } from "../platform/index.ts";
import type { Connection } from "../store/index.ts";
import { quote } from "./canonical-text.ts";
import { countLedgerRows, findLedgerRows, type LedgerQuery } from "./fast/lookup.ts";
import { columnText } from "./fast/record-frames.ts";
import { type LedgerKind, type LedgerRecord, parseRecord } from "./ledger-record.ts";
import type { LedgerRow } from "./ledger-rows.ts";

/** Which records are wanted, the newest first unless told otherwise. Moments are milliseconds; `since` included, `until` excluded. */
export interface LedgerFilter {
	readonly agent?: string | readonly string[];
	readonly kind?: LedgerKind | readonly LedgerKind[];
	readonly effect?: Effect;
	readonly point?: string;
	readonly code?: string;
	readonly correlationId?: string;
	readonly id?: string;
	readonly node?: string;
	readonly since?: number;
	readonly until?: number;
	readonly order?: "newest" | "oldest";
	readonly limit?: number;
	readonly cursor?: string;
}

export interface RecordPage {
	readonly items: readonly LedgerRecord[];
	readonly next_cursor: string | null;
}

/** How many records a filter finds. */
export interface LedgerCounts {
	readonly records: number;
	readonly by_kind: Readonly<Record<string, number>>;
	readonly by_effect: Readonly<Record<string, number>>;
}

/** One page of records; when it is filtered by code, point or id it may hold fewer than the limit and still not be the last. */
export async function listRecords(connection: Connection, filter: LedgerFilter): Promise<RecordPage> {
	const limit = filter.limit ?? 100;
	const rows = await findLedgerRows(connection, { ...queryOf(filter), limit: limit + 1 });
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return {
		items: page.map(parseRecord).filter((record) => fits(record, filter)),
		next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
	};
}

/** How many records there are, by kind and effect. */
export async function countRecords(connection: Connection, filter: LedgerFilter): Promise<LedgerCounts> {
	const groups = await countLedgerRows(connection, queryOf(filter));
	const sum = (nameOf: (group: (typeof groups)[number]) => string | null) => {
		const counts = new Map<string, number>();
		for (const group of groups) {
			const name = nameOf(group);
			if (name !== null) counts.set(name, (counts.get(name) ?? 0) + group.count);
		}
		return Object.fromEntries(counts);
	};
	const records = groups.reduce((total, { count }) => total + count, 0);
	return { records, by_kind: sum(({ kind }) => kind), by_effect: sum(({ effect }) => effect) };
}

/** Whether a text is a cursor that `list` has given out; points ask before they call. */
export function isLedgerCursor(text: string): boolean {
	return readCursor(text) !== null;
}

function queryOf(filter: LedgerFilter): LedgerQuery {
	const { agent, kind, effect, correlationId, id, node, since, until, order = "newest", limit = 100, cursor } = filter;
	const after = cursor === undefined ? null : readCursor(cursor);
	if (cursor !== undefined && after === null) throw new WritError("invalid-cursor", "The cursor is not one of this ledger");
	// The id holds its moment, which has an index.
	const moment = id === undefined ? undefined : momentOf(id);
	return {
		...(agent !== undefined && { agents: listOf(agent).map((one) => columnText(one) ?? "") }),
		...(kind !== undefined && { kinds: listOf(kind) }),
		...(effect !== undefined && { effect }),
		...(correlationId !== undefined && { correlationId: columnText(correlationId) ?? "" }),
		...(node !== undefined && { node }),
		...(since !== undefined && { since }),
		...(until !== undefined && { until }),
		...(moment !== undefined && { since: moment, until: moment + 1 }),
		pieces: piecesOf(filter),
		order,
		after,
		limit,
	};
}

/** As these members stand in the canonical text. */
function piecesOf({ code, point, id }: LedgerFilter): readonly string[] {
	return Object.entries({ code, point, id }).flatMap(([name, text]) => (text === undefined ? [] : [`,"${name}":${quote(text)},"`]));
}

/** The same piece may stand elsewhere in a record, in its request. */
function fits(record: LedgerRecord, { code, point, id }: LedgerFilter): boolean {
	return (code ?? record.code) === record.code && (point ?? record.point) === record.point && (id ?? record.id) === record.id;
}

function listOf<T extends string>(one: T | readonly T[]): readonly T[] {
	return typeof one === "string" ? [one] : one;
}

function momentOf(id: string): number {
	const [, digits] = /^rec_([0-9a-f]{12})/.exec(id) ?? [];
	return digits === undefined ? -1 : Number.parseInt(digits, 16);
}

function cursorOf({ at, node, seq }: LedgerRow): string {
	return Buffer.from(JSON.stringify([at, node, seq])).toString("base64url");
}

function readCursor(text: string): { readonly at: number; readonly node: string; readonly seq: number } | null {
	try {
		const [at, node, seq]: readonly unknown[] = JSON.parse(Buffer.from(text, "base64url").toString());
		return Number.isSafeInteger(at) && typeof node === "string" && Number.isSafeInteger(seq)
			? { at: Number(at), node, seq: Number(seq) }
			: null;
	} catch {
		return null;
	}
}
