import { isoTime } from "../../../platform/index.ts";
import { replyTo } from "../errors.ts";
import { choice, count, freeText, moment, parameters, readMoment, text, texts } from "../shapes.ts";
import { defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

/** Events about who may talk to whom. */
export const edgeEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "edge:set",
		description: "Lets an agent or a group (group:NAME) reach another, or blocks it",
		parameters: parameters(
			{
				source: text,
				target: text,
				effect: choice("allow", "block"),
				expires_at: moment,
				rate: {
					kind: "object",
					keys: { count: { kind: "number", integer: true }, per_seconds: { kind: "number" } },
					required: ["count", "per_seconds"],
				},
				reason: freeText,
			},
			["source", "target"],
		),
		senders: "person",
		async run({ authority, caller }, { expires_at, ...wish }) {
			const expiry = expires_at === undefined ? {} : { expiresAt: readMoment(expires_at) };
			return replyTo(await authority.putEdge(caller, { ...wish, ...expiry }), ({ edge, created }) => ({
				edge: shownEdge(edge),
				status: created ? "added" : "changed",
			}));
		},
	}),
	defineEvent({
		name: "edge:remove",
		description: "Removes an edge",
		parameters: parameters({ source: text, target: text }, ["source", "target"]),
		senders: "person",
		run: async ({ authority, caller }, { source, target }) =>
			replyTo(await authority.dropEdge(caller, source, target), (removed) => ({
				source,
				target,
				status: removed ? "removed" : "not_found",
			})),
	}),
	defineEvent({
		name: "edge:list",
		description: "Edges, by source or target",
		parameters: parameters({ source: text, target: text, limit: count, cursor: text }),
		senders: "person",
		async run({ authority, caller }, { limit = 100, cursor, ...filter }) {
			const page = await authority.edges(caller, { ...filter, limit, cursor: cursor ?? null });
			return { edges: page.items.map(shownEdge), next_cursor: page.next_cursor };
		},
	}),
	defineEvent({
		name: "group:set",
		description: "Makes the agents the members of a group",
		parameters: parameters({ name: text, members: texts }, ["name", "members"]),
		senders: "person",
		run: async ({ authority, caller }, { name, members }) =>
			replyTo(await authority.writeGroup(caller, name, members), (group) => ({ group })),
	}),
	defineEvent({
		name: "group:get",
		description: "One group",
		parameters: parameters({ name: text }, ["name"]),
		senders: "person",
		run: async ({ authority, caller }, { name }) => replyTo(await authority.group(caller, name), (group) => ({ group })),
	}),
	defineEvent({
		name: "group:list",
		description: "All groups",
		parameters: parameters({ limit: count, cursor: text }),
		senders: "person",
		async run({ authority, caller }, { limit = 100, cursor }) {
			const page = await authority.groups(caller, { limit, cursor: cursor ?? null });
			return { groups: page.items, next_cursor: page.next_cursor };
		},
	}),
	defineEvent({
		name: "group:remove",
		description: "Removes a group and its edges",
		parameters: parameters({ name: text }, ["name"]),
		senders: "person",
		run: async ({ authority, caller }, { name }) =>
			replyTo(await authority.dropGroup(caller, name), (removed) => ({ name, status: removed ? "removed" : "not_found" })),
	}),
];

function shownEdge(edge: { readonly expires_at: number | null; readonly created_at: number }): Reply {
	return { ...edge, expires_at: edge.expires_at === null ? null : isoTime(edge.expires_at), created_at: isoTime(edge.created_at) };
}
