import { problem, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { flag, list, members, PAGE, page, text } from "../shapes.ts";
import { withMoments } from "../with-moments.ts";

const GROUP = members({ name: text, members: list(text), created_at: text }, ["name", "members"]);

/** Groups: the other thing that an end of an edge can be. */
export const groupRoutes: readonly RestRoute[] = [
	defineRoute<{ readonly limit?: number; readonly cursor?: string }>({
		method: "GET",
		path: "/v1/groups",
		tag: "edges",
		summary: "All groups",
		access: "person",
		query: members(PAGE),
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
			replyTo(await authority.group(caller, name), (group) => answer(withMoments(group))),
	}),
	defineRoute<object, { readonly members: readonly string[] }>({
		method: "PUT",
		path: "/v1/groups/{name}",
		tag: "edges",
		summary: "Makes the agents the members of a group",
		access: "person",
		body: members({ members: list(text) }, ["members"]),
		replies: { 200: GROUP },
		run: async ({ authority, caller, parameters: { name = "" }, body }) =>
			replyTo(await authority.writeGroup(caller, name, body.members), (group) => answer(withMoments(group))),
	}),
	defineRoute({
		method: "DELETE",
		path: "/v1/groups/{name}",
		tag: "edges",
		summary: "Removes a group and its edges",
		access: "person",
		replies: { 200: members({ name: text, deleted: flag }, ["deleted"]) },
		run: async ({ authority, caller, parameters: { name = "" } }) =>
			replyTo(await authority.dropGroup(caller, name), (removed) =>
				removed ? answer({ name, deleted: true }) : problem(404, "not-found", "There is no such group"),
			),
	}),
];
