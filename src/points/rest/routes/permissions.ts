import type { AgentView, Outcome } from "../../../authority/index.ts";
import { problem, refuseAgent, refusedReply } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { flag, list, members, nullable, text, whole } from "../shapes.ts";
import { readTag, stale } from "../versions.ts";

const ENTRY = members({ name: text, status: text, type: nullable(text), permitted: flag }, ["name", "status", "permitted"]);
const CHANGED = members({ status: text, source_agent: text, target_agent: text }, ["status", "source_agent"]);
const PATH = "/api/agents/{name}/permissions";

/** Trinity's routes about who may call whom. */
export const permissionRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: PATH,
		tag: "trinity",
		summary: "Whom an agent may call, and whom it could be allowed to",
		access: "person",
		replies: {
			200: members({ source_agent: text, permitted_agents: list(ENTRY), available_agents: list(ENTRY) }, [
				"source_agent",
				"permitted_agents",
				"available_agents",
			]),
		},
		run: showPermissions,
	}),
	defineRoute({
		method: "PUT",
		path: PATH,
		tag: "trinity",
		summary: "Makes these the only agents that an agent may call, all or none of them; blocks stay",
		access: "person",
		body: members({ permitted_agents: list(text) }, ["permitted_agents"]),
		replies: { 200: members({ status: text, source_agent: text, permitted_count: whole }, ["status", "permitted_count"]) },
		run: (visit) =>
			changeList(
				visit,
				(name, tag) => visit.authority.replaceEdges(visit.caller, name, visit.body.permitted_agents, tag),
				(count) => ({ status: "updated", permitted_count: count }),
			),
	}),
	changeRoute(
		"POST",
		({ authority, caller, parameters: { target = "" } }, name, tag) => authority.allowEdge(caller, name, target, tag),
		(isNew) => (isNew ? "added" : "already_exists"),
	),
	changeRoute(
		"DELETE",
		({ authority, caller, parameters: { target = "" } }, name, tag) => authority.disallowEdge(caller, name, target, tag),
		(wasThere) => (wasThere ? "removed" : "not_found"),
	),
];

type Changed<T> = Promise<Outcome<{ readonly value: T; readonly tag: string }>>;

function changeRoute(
	method: "POST" | "DELETE",
	change: (visit: Visit<object, object>, name: string, tag: string | undefined) => Changed<boolean>,
	statusOf: (changed: boolean) => string,
): RestRoute {
	return defineRoute({
		method,
		path: `${PATH}/{target}`,
		tag: "trinity",
		summary: method === "POST" ? "Lets an agent call another" : "Lets an agent no longer call another",
		access: "person",
		replies: { 200: CHANGED },
		async run(visit) {
			const { target = "" } = visit.parameters;
			return changeList(
				visit,
				(source, tag) => change(visit, source, tag),
				(changed) => ({ status: statusOf(changed), target_agent: target }),
			);
		},
	});
}

/** Changes whom an agent may call; a caller that saw an earlier list is shown how it is now. */
async function changeList<T>(
	visit: Visit<object, object>,
	change: (name: string, tag: string | undefined) => Changed<T>,
	show: (value: T) => object,
): Promise<RestReply> {
	const { authority, caller, parameters, ifMatch } = visit;
	const { name = "" } = parameters;
	const seen = await authority.agent(caller, name);
	if (!seen.ok) return refuseAgent(caller, name, seen.refusal);
	const tag = readTag(ifMatch);
	if (tag === undefined) return problem(400, "invalid-request", "If-Match is an ETag of these permissions");
	const changed = await change(name, tag ?? undefined);
	if (changed.ok) return answer({ source_agent: name, ...show(changed.value.value) }, 200, { ETag: `"${changed.value.tag}"` });
	if (changed.refusal.code !== "stale") return refusedReply(changed.refusal);
	const { body, headers = {} } = await showPermissions(visit);
	return { ...stale(body, null), headers };
}

async function showPermissions({ authority, caller, parameters: { name = "" } }: Visit<object, object>): Promise<RestReply> {
	// Before the list is read: a change in between makes the tag an old one, never the list.
	const tag = await authority.permittedTag(caller, name);
	if (!tag.ok) return refuseAgent(caller, name, tag.refusal);
	const all = await everyPage((cursor) => authority.agents(caller, { limit: 1_000, cursor }));
	const edges = await everyPage((cursor) => authority.edges(caller, { source: name, limit: 1_000, cursor }));
	const permitted = new Set(edges.filter(({ effect }) => effect === "allow").map(({ target }) => target));
	const entries = all.filter(({ id }) => id !== name).map((agent) => entry(agent, permitted.has(agent.id)));
	const shown = { source_agent: name, permitted_agents: entries.filter((one) => one.permitted), available_agents: entries };
	return answer(shown, 200, { ETag: `"${tag.value}"` });
}

function entry({ id, status, type }: AgentView["agent"], permitted: boolean) {
	return { name: id, status, type, permitted };
}

async function everyPage<T>(
	read: (cursor: string | null) => Promise<{ readonly items: readonly T[]; readonly next_cursor: string | null }>,
): Promise<readonly T[]> {
	const items: T[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof read>> = await read(cursor);
		items.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor !== null);
	return items;
}
