import { replyTo } from "../errors.ts";
import { agentId, anything, choice, count, flag, moment, parameters, readMoment, readSpan, text } from "../shapes.ts";
import { type Connection, defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

interface Filter {
	readonly agent?: string;
	readonly point?: string;
	readonly effect?: "allow" | "deny" | "ask";
	readonly code?: string;
	readonly kind?: string;
	readonly since?: string | number;
	readonly until?: string | number;
	readonly correlation_id?: string;
	readonly order?: "newest" | "oldest";
	readonly limit?: number;
	readonly cursor?: string;
}

/** Events about the ledger, settings and snapshots. */
export const auditEvents: readonly SocketEvent[] = [
	defineEvent<Filter>({
		name: "audit:list",
		description: "Records of the ledger, newest first",
		parameters: parameters({
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
		}),
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
	defineEvent<{ readonly before: string | number }>({
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
	defineEvent<{ readonly name: string; readonly value: unknown }>({
		name: "setting:set",
		description: "Changes a setting",
		parameters: parameters({ name: text, value: anything }, ["name", "value"]),
		senders: "person",
		run: async ({ authority, caller }, { name, value }) =>
			replyTo(await authority.changeSetting(caller, name, value), (setting) => ({ name, value: setting.value })),
	}),
	defineEvent<{ readonly path?: string; readonly dry_run?: boolean }>({
		name: "checkpoint:collect",
		description: "Writes everything but the ledger into one file",
		parameters: parameters({ path: text, dry_run: flag }),
		senders: "person",
		run: async ({ authority, caller }, { path, dry_run = false }) =>
			replyTo(await authority.collectCheckpoint(caller, path ?? null, dry_run), (made) => ({ ...made })),
	}),
	defineEvent<{ readonly path: string; readonly dry_run?: boolean }>({
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
	{ since, until, correlation_id, limit = 100, kind, ...filter }: Filter,
): Promise<Reply> {
	const span = readSpan({ ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) });
	const page = await authority.records(caller, {
		...filter,
		...(kind === undefined ? {} : { kind: kind as "decision" }),
		...span,
		...(correlation_id === undefined ? {} : { correlationId: correlation_id }),
		limit,
	});
	return { records: page.items, next_cursor: page.next_cursor };
}
