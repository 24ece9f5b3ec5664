import type { AgentView } from "../../../authority/index.ts";
import { problem, refusedReply, replyTo } from "../problem.ts";
import { refuseAgent } from "../refuse-agent.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { flag, list, members, nullable, text, whole } from "../shapes.ts";

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
	defineRoute<object, { readonly permitted_agents: readonly string[] }>({
		method: "PUT",
		path: PATH,
		tag: "trinity",
		summary: "Makes these the only agents that an agent may call, all or none of them; blocks stay",
		access: "person",
		body: members({ permitted_agents: list(text) }, ["permitted_agents"]),
		replies: { 200: members({ status: text, source_agent: text, permitted_count: whole }, ["status", "permitted_count"]) },
		async run({ authority, caller, parameters: { name = "" }, body: { permitted_agents } }) {
			const seen = await authority.agent(caller, name);
			if (!seen.ok) return refuseAgent(caller, name, seen.refusal);
			return replyTo(await authority.replaceEdges(caller, name, permitted_agents), (count) =>
				answer({ status: "updated", source_agent: name, permitted_count: count }),
			);
		},
	}),
	changeRoute("POST", async ({ authority, caller, parameters: { name = "", target = "" } }) => {
		if (name === target) return problem(400, "invalid-request", "Agent cannot be permitted to call itself");
		const held = await authority.edges(caller, { source: name, target, limit: 1, cursor: null });
		if (held.items[0]?.effect === "allow") return said("already_exists", name, target);
		const outcome = await authority.putEdge(caller, { source: name, target });
		return outcome.ok ? said("added", name, target) : refusedReply(outcome.refusal);
	}),
	changeRoute("DELETE", async ({ authority, caller, parameters: { name = "", target = "" } }) => {
		const held = await authority.edges(caller, { source: name, target, limit: 1, cursor: null });
		if (held.items[0]?.effect !== "allow") return said("not_found", name, target);
		return replyTo(await authority.dropEdge(caller, name, target), (removed) => said(removed ? "removed" : "not_found", name, target));
	}),
];

function changeRoute(method: "POST" | "DELETE", change: (visit: Visit<object, object>) => Promise<RestReply>): RestRoute {
	return defineRoute({
		method,
		path: `${PATH}/{target}`,
		tag: "trinity",
		summary: method === "POST" ? "Lets an agent call another" : "Lets an agent no longer call another",
		access: "person",
		replies: { 200: CHANGED },
		async run(visit) {
			const { authority, caller, parameters } = visit;
			const seen = await authority.agent(caller, parameters.name ?? "");
			return seen.ok ? change(visit) : refuseAgent(caller, parameters.name ?? "", seen.refusal);
		},
	});
}

function said(status: string, source: string, target: string): RestReply {
	return answer({ status, source_agent: source, target_agent: target });
}

async function showPermissions({ authority, caller, parameters: { name = "" } }: Visit): Promise<RestReply> {
	const seen = await authority.agent(caller, name);
	if (!seen.ok) return refuseAgent(caller, name, seen.refusal);
	const all = await everyPage((cursor) => authority.agents(caller, { limit: 1_000, cursor }));
	const edges = await everyPage((cursor) => authority.edges(caller, { source: name, limit: 1_000, cursor }));
	const permitted = new Set(edges.filter(({ effect }) => effect === "allow").map(({ target }) => target));
	const entries = all.filter(({ id }) => id !== name).map((agent) => entry(agent, permitted.has(agent.id)));
	return answer({ source_agent: name, permitted_agents: entries.filter((one) => one.permitted), available_agents: entries });
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
