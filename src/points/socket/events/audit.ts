import type { LedgerFilter } from "../../../authority/index.ts";
import { type Infer, present } from "../../../engine/index.ts";
import { replyTo } from "../errors.ts";
import { agentId, anything, choice, count, flag, moment, parameters, readMoment, readSpan, text } from "../shapes.ts";
import { type Connection, defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

const FILTER = parameters({
	agent: agentId,
	point: text,
	effect: choice("allow", "deny", "ask"),
	code: text,
	kind: text,
	since: moment,
	until: moment,
	correlation_id: text,
	order: choice("newest", "oldest"),
	limit: count,
	cursor: text,
});

/** Events about the ledger, settings and snapshots. */
export const auditEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "audit:list",
		description: "Records of the ledger, newest first",
		parameters: FILTER,
		senders: "anyone",
		sentAs: "monitor:get_events",
		run: list,
	}),
	defineEvent({
		name: "audit:verify",
		description: "Whether every chain of the ledger is whole",
		parameters: parameters({}),
		senders: "person",
		run: async ({ authority }) => ({ ...(await authority.verify()) }),
	}),
	defineEvent({
		name: "audit:retain",
		description: "Replaces records from before a moment by one signed record",
		parameters: parameters({ before: moment }, ["before"]),
		senders: "person",
		run: async ({ authority, caller }, { before }) =>
			replyTo(await authority.retain(caller, readMoment(before)), (retained) => ({ ...retained })),
	}),
	defineEvent({
		name: "setting:list",
		description: "Settings of the server",
		parameters: parameters({}),
		senders: "person",
		run: async ({ authority }) => ({ settings: Object.fromEntries((await authority.settings()).map(({ name, value }) => [name, value])) }),
	}),
	defineEvent({
		name: "setting:set",
		description: "Changes a setting",
		parameters: parameters({ name: text, value: anything }, ["name", "value"]),
		senders: "person",
		run: async ({ authority, caller }, { name, value }) =>
			replyTo(await authority.changeSetting(caller, name, value), (setting) => ({ name, value: setting.value })),
	}),
	defineEvent({
		name: "checkpoint:collect",
		description: "Writes everything but the ledger into one file",
		parameters: parameters({ path: text, dry_run: flag }),
		senders: "person",
		run: async ({ authority, caller }, { path, dry_run = false }) =>
			replyTo(await authority.collectCheckpoint(caller, path ?? null, dry_run), (made) => ({ ...made })),
	}),
	defineEvent({
		name: "checkpoint:restore",
		description: "Reads such a file into an empty home, whole or not at all",
		parameters: parameters({ path: text, dry_run: flag }, ["path"]),
		senders: "person",
		run: async ({ authority, caller }, { path, dry_run = false }) =>
			replyTo(await authority.restoreCheckpoint(caller, path, dry_run), (made) => ({ ...made })),
	}),
];

async function list(
	{ authority, caller }: Connection,
	{ since, until, correlation_id, limit = 100, kind, ...filter }: Infer<typeof FILTER>,
): Promise<Reply> {
	// A kind that no record has finds none.
	const known = kind as LedgerFilter["kind"];
	const page = await authority.records(caller, {
		...filter,
		...readSpan({ since, until }),
		...present({ kind: known, correlationId: correlation_id }),
		limit,
	});
	return { records: page.items, next_cursor: page.next_cursor };
}
