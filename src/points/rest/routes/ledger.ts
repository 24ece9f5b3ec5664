import { EXPORT_FORMATS, type ExportFormat, exportRecords, type LedgerFilter, type LedgerRecord } from "../../../authority/index.ts";
import { type Infer, present } from "../../../engine/index.ts";
import { CURSORS } from "../cursors.ts";
import { problem, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { anything, choice, flag, list, members, moment, nullable, PAGE, readMoment, text, whole } from "../shapes.ts";

const FILTER = members({
	agent: text,
	kind: text,
	effect: choice("allow", "deny", "ask"),
	point: text,
	code: text,
	since: moment,
	until: moment,
	correlation_id: text,
});
const EXPORTED = members({ ...FILTER.keys, format: choice(...EXPORT_FORMATS) });

/** The record of everything. */
export const ledgerRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/ledger",
		tag: "ledger",
		summary: "Records, newest first: administrators see all, others those of their agents",
		access: "anyone",
		query: members({ ...PAGE, ...FILTER.keys }),
		cursor: CURSORS.record,
		replies: { 200: members({ items: list(anything), next_cursor: nullable(text) }, ["items", "next_cursor"]) },
		async run({ authority, caller, query }) {
			const filter = readFilter(query);
			if (!filter.ok) return filter.reply;
			const { limit = 100, cursor } = query;
			const page = await authority.records(caller, { ...filter.value, limit, ...present({ cursor }) });
			return answer({ items: page.items, next_cursor: page.next_cursor });
		},
	}),
	defineRoute({
		method: "GET",
		path: "/v1/ledger/stats",
		tag: "ledger",
		summary: "How many records there are, by kind and effect",
		access: "person",
		query: FILTER,
		replies: { 200: members({ records: whole, by_kind: anything, by_effect: anything }, ["records"]) },
		async run({ authority, caller, query }) {
			const filter = readFilter(query);
			return filter.ok ? replyTo(await authority.countRecords(caller, filter.value), (counts) => answer(counts)) : filter.reply;
		},
	}),
	defineRoute({
		method: "POST",
		path: "/v1/ledger/verify",
		tag: "ledger",
		summary: "Whether every chain is whole",
		access: "person",
		replies: {
			200: members({ ok: flag, records: whole, heads: list(anything), first_bad: anything, bad: list(anything) }, [
				"ok",
				"records",
				"heads",
			]),
		},
		run: async ({ authority }) => answer(await authority.verify()),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/ledger/export",
		tag: "ledger",
		summary: "Records as JSON lines, CSV or OCSF, oldest first",
		access: "person",
		query: EXPORTED,
		replies: {},
		run: exportLedger,
	}),
];

const TYPES: Readonly<Record<ExportFormat, string>> = {
	jsonl: "application/jsonl; charset=utf-8",
	ocsf: "application/jsonl; charset=utf-8",
	csv: "text/csv; charset=utf-8",
};

async function exportLedger({ authority, caller, query }: Visit<Infer<typeof EXPORTED>, object>): Promise<RestReply> {
	const filter = readFilter(query);
	if (!filter.ok) return filter.reply;
	const { format = "jsonl" } = query;
	const all = async function* (): AsyncGenerator<LedgerRecord> {
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof authority.records>> = await authority.records(caller, {
				...filter.value,
				order: "oldest",
				limit: 1_000,
				...(cursor === null ? {} : { cursor }),
			});
			yield* page.items;
			cursor = page.next_cursor;
		} while (cursor !== null);
	};
	return { status: 200, type: TYPES[format], body: exportRecords(format, all()) };
}

function readFilter({
	since,
	until,
	kind,
	correlation_id: correlationId,
	agent,
	effect,
	point,
	code,
}: Infer<typeof FILTER>): { readonly ok: true; readonly value: LedgerFilter } | { readonly ok: false; readonly reply: RestReply } {
	const from = since === undefined ? undefined : readMoment(since);
	const to = until === undefined ? undefined : readMoment(until);
	if (from === null || to === null)
		return {
			ok: false,
			reply: problem(400, "invalid-request", "A moment is written as ISO 8601", { pointer: from === null ? "/since" : "/until" }),
		};
	// A kind that no record has finds none.
	const known = kind as LedgerFilter["kind"];
	return { ok: true, value: present({ agent, effect, point, code, kind: known, correlationId, since: from, until: to }) };
}
