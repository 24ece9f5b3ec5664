import { exportRecords, type LedgerFilter, type LedgerRecord } from "../../../authority/index.ts";
import { type Infer, present } from "../../../engine/index.ts";
import { problem, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { anything, choice, list, longText, members, moment, nullable, readMoment, text, whole } from "../shapes.ts";

const QUERY = members({
	event_type: text,
	agent_name: text,
	start_time: moment,
	end_time: moment,
	limit: { kind: "number", integer: true, minimum: 1, maximum: 1_000 },
	offset: { kind: "number", integer: true, minimum: 0, maximum: 100_000 },
});
type AuditQuery = Infer<typeof QUERY>;
const ENTRY = members(
	{
		event_id: text,
		timestamp: text,
		event_type: text,
		action: text,
		agent_name: nullable(text),
		user: nullable(text),
		result: text,
		details: anything,
	},
	["event_id", "timestamp", "event_type", "action"],
);

/** Trinity's routes about what was recorded; administrators only. */
export const trinityAuditRoutes: readonly RestRoute[] = [
	listRoute("/api/audit/logs", members({ logs: list(ENTRY), count: whole }, ["logs", "count"]), (entries) => ({
		logs: entries,
		count: entries.length,
	})),
	listRoute(
		"/api/audit-log",
		members({ entries: list(ENTRY), total: whole, limit: whole, offset: whole }, ["entries", "total", "limit", "offset"]),
		(entries, total, { limit = 100, offset = 0 }) => ({ entries, total, limit, offset }),
	),
	...["/api/audit/stats", "/api/audit-log/stats"].map((path) =>
		auditRoute(
			"GET",
			path,
			"How many records there are",
			members({ total: whole, by_type: anything, by_effect: anything }, ["total"]),
			async (visit) =>
				replyTo(await visit.authority.countRecords(visit.caller, {}), ({ records, by_kind, by_effect }) =>
					answer({ total: records, by_type: by_kind, by_effect }),
				),
		),
	),
	defineRoute({
		method: "GET",
		path: "/api/audit-log/export",
		tag: "trinity",
		summary: "All records as JSON or CSV",
		access: "person",
		query: members({ format: choice("json", "csv") }),
		replies: {},
		run: forAdministrators(async ({ authority, caller, query: { format = "json" } }) => {
			const records: LedgerRecord[] = [];
			let cursor: string | null = null;
			do {
				const page: Awaited<ReturnType<typeof authority.records>> = await authority.records(caller, {
					order: "oldest",
					limit: 1_000,
					...(cursor === null ? {} : { cursor }),
				});
				records.push(...page.items);
				cursor = page.next_cursor;
			} while (cursor !== null);
			if (format === "json") return { status: 200, type: "application/json; charset=utf-8", body: JSON.stringify(records.map(entryOf)) };
			return { status: 200, type: "text/csv; charset=utf-8", body: exportRecords("csv", each(records)) };
		}),
	}),
	auditRoute("POST", "/api/audit-log/verify", "Whether every chain is whole", anything, async ({ authority }) =>
		answer(await authority.verify()),
	),
	auditRoute("GET", "/api/audit-log/{event_id}", "One record", ENTRY, async ({ authority, caller, parameters: { event_id = "" } }) => {
		const [record] = (await authority.records(caller, { id: event_id, limit: 1 })).items;
		return record === undefined ? problem(404, "not-found", "There is no such record") : answer(entryOf(record));
	}),
	defineRoute({
		method: "POST",
		path: "/api/audit/log",
		tag: "trinity",
		summary: "Adds a note of the caller's to the ledger",
		access: "anyone",
		body: members({ message: longText, details: anything }, ["message"]),
		replies: { 201: members({ event_id: text }, ["event_id"]) },
		run: async ({ authority, caller, body }) => replyTo(await authority.addNote(caller, body), (id) => answer({ event_id: id }, 201)),
	}),
];

function listRoute(
	path: string,
	reply: ReturnType<typeof members>,
	show: (entries: readonly unknown[], total: number, query: AuditQuery) => unknown,
): RestRoute {
	return defineRoute({
		method: "GET",
		path,
		tag: "trinity",
		summary: "Records, newest first",
		access: "person",
		query: QUERY,
		replies: { 200: reply },
		run: forAdministrators(async ({ authority, caller, query }) => {
			const filter = readFilter(query);
			if (filter === null) return problem(400, "invalid-request", "A moment is written as ISO 8601");
			const { limit = 100, offset = 0 } = query;
			const { items } = await authority.records(caller, { ...filter, limit: offset + limit });
			const counted = await authority.countRecords(caller, filter);
			return answer(show(items.slice(offset).map(entryOf), counted.ok ? counted.value.records : items.length, query));
		}),
	});
}

function auditRoute(
	method: "GET" | "POST",
	path: string,
	summary: string,
	reply: RestRoute["replies"][number],
	run: (visit: Visit<object, object>) => Promise<RestReply>,
): RestRoute {
	return defineRoute({
		method,
		path,
		tag: "trinity",
		summary,
		access: "person",
		replies: { 200: reply },
		run: forAdministrators(run),
	});
}

function forAdministrators<Query>(
	run: (visit: Visit<Query, object>) => Promise<RestReply>,
): (visit: Visit<Query, object>) => Promise<RestReply> {
	return async (visit) => {
		const { principal } = visit.caller;
		return principal.kind === "person" && principal.role === "admin"
			? run(visit)
			: problem(403, "not-permitted", "Only an administrator may do this");
	};
}

/** Trinity's words for what an edge record says. */
const ACTIONS: Readonly<Record<string, string>> = { replaced: "set_permissions", set: "add_permission", removed: "remove_permission" };

function entryOf({ id, at, kind, agent, principal, effect, code, request }: LedgerRecord): Readonly<Record<string, unknown>> {
	const action = typeof request === "object" && request !== null && "action" in request ? String(request.action) : kind;
	return {
		event_id: id,
		timestamp: at,
		event_type: kind === "edge" ? "agent_permissions" : kind,
		action: kind === "edge" ? (ACTIONS[action] ?? action) : action,
		agent_name: agent,
		user: principal.startsWith("user:") ? principal.slice("user:".length) : principal,
		result: effect === "deny" ? "denied" : "success",
		details: { code, request },
	};
}

function readFilter({ event_type, agent_name, start_time, end_time }: AuditQuery): LedgerFilter | null {
	const since = start_time === undefined ? undefined : readMoment(start_time);
	const until = end_time === undefined ? undefined : readMoment(end_time);
	if (since === null || until === null) return null;
	const kind = event_type === "agent_permissions" ? "edge" : event_type;
	// A kind that no record has finds none.
	return present({ kind: kind as LedgerFilter["kind"], agent: agent_name, since, until });
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
	yield* items;
}
