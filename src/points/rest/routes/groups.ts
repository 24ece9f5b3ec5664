import { CURSORS } from "../cursors.ts";
import { problem, refusedReply, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { flag, list, members, PAGE, page, text, whole, withMoments } from "../shapes.ts";
import { entityTag, readIfMatch, stale } from "../versions.ts";

const GROUP = members({ name: text, members: list(text), created_at: text, version: whole }, ["name", "members"]);

/** Groups: the other thing that an end of an edge can be. */
export const groupRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/groups",
		tag: "edges",
		summary: "All groups",
		access: "person",
		query: members(PAGE),
		cursor: CURSORS.id,
		replies: { 200: page(GROUP) },
		async run({ authority, caller, query: { limit = 100, cursor } }) {
			const found = await authority.groups(caller, { limit, cursor: cursor ?? null });
			return answer({ items: found.items.map(withMoments), next_cursor: found.next_cursor });
		},
	}),
	defineRoute({
		method: "GET",
		path: "/v1/groups/{name}",
		tag: "edges",
		summary: "One group",
		access: "person",
		replies: { 200: GROUP },
		run: async ({ authority, caller, parameters: { name = "" } }) =>
			replyTo(await authority.group(caller, name), (group) => answer(withMoments(group), 200, { ETag: entityTag(group.version) })),
	}),
	defineRoute({
		method: "PUT",
		path: "/v1/groups/{name}",
		tag: "edges",
		summary: "Makes the agents the members of a group",
		access: "person",
		body: members({ members: list(text) }, ["members"]),
		example: { members: ["lead", "worker"] },
		replies: { 200: GROUP },
		async run(visit) {
			const { authority, caller, parameters, body, ifMatch } = visit;
			const expected = readIfMatch(ifMatch);
			if (expected === undefined) return BAD_TAG;
			const written = await authority.writeGroup(caller, parameters.name ?? "", body.members, expected ?? undefined);
			if (written.ok) return answer(withMoments(written.value), 200, { ETag: entityTag(written.value.version) });
			return written.refusal.code === "stale" ? staleGroup(visit) : refusedReply(written.refusal);
		},
	}),
	defineRoute({
		method: "DELETE",
		path: "/v1/groups/{name}",
		tag: "edges",
		summary: "Removes a group and its edges",
		access: "person",
		replies: { 200: members({ name: text, deleted: flag }, ["deleted"]) },
		async run(visit) {
			const { authority, caller, parameters, ifMatch } = visit;
			const { name = "" } = parameters;
			const expected = readIfMatch(ifMatch);
			if (expected === undefined) return BAD_TAG;
			const dropped = await authority.dropGroup(caller, name, expected ?? undefined);
			if (!dropped.ok) return dropped.refusal.code === "stale" ? staleGroup(visit) : refusedReply(dropped.refusal);
			return dropped.value ? answer({ name, deleted: true }) : problem(404, "not-found", "There is no such group");
		},
	}),
];

const BAD_TAG = problem(400, "invalid-request", "If-Match is an ETag of this group");

/** How the group is now, for a caller that saw an earlier version. */
async function staleGroup({ authority, caller, parameters: { name = "" } }: Visit<object, object>): Promise<RestReply> {
	const current = await authority.group(caller, name);
	return current.ok ? stale(withMoments(current.value), current.value.version) : stale(null, null);
}
