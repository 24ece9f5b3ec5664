import { isoTime } from "../../../platform/index.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { anything, flag, list, members, nullable, text, whole, withMoments } from "../shapes.ts";

const NODE = members(
	{
		id: text,
		status: text,
		type: nullable(text),
		parent: nullable(text),
		root: text,
		depth: whole,
		profile: nullable(text),
		groups: list(text),
		x: { kind: "number" },
		y: { kind: "number" },
	},
	["id", "status", "root", "depth", "x", "y"],
);
const EDGE = members({ source: text, target: text, effect: text, expires_at: nullable(text), rate: anything }, [
	"source",
	"target",
	"effect",
]);
const TALK = members({ source: text, target: text, count: whole, last_at: text }, ["source", "target", "count", "last_at"]);

/** Agents as a graph. */
export const mapRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/map",
		tag: "edges",
		summary:
			"The agents that the caller may know of as a graph: lineage, edges, groups, who wrote to whom within the hour, and a place for each",
		access: "anyone",
		tool: "list_agents",
		query: members({
			limit: { kind: "number", integer: true, minimum: 1, maximum: 10_000, default: 10_000, description: "How many agents at most" },
			reach: { kind: "boolean", description: "Also whom each may write to, all rules weighed; for the first 500 agents" },
		}),
		replies: {
			200: members(
				{
					agents: list(NODE),
					edges: list(EDGE),
					groups: list(members({ name: text, members: list(text) }, ["name", "members"])),
					talk: list(TALK),
					reach: nullable({ kind: "record", of: list(text), key: "agent" }),
					truncated: flag,
				},
				["agents", "edges", "groups", "talk", "truncated"],
			),
		},
		async run({ authority, caller, query: { limit = 10_000, reach = false } }) {
			const map = await authority.map(caller, { limit, reach });
			const shown = new Set(map.agents.map(({ agent }) => agent.id));
			return answer({
				...map,
				agents: map.agents.map(({ agent: { id, status, type, parent, root, depth, profile }, place, groups }) => ({
					...{ id, status, type, root, depth, profile, groups, ...place },
					// A parent that the caller may not know of is left out.
					parent: parent !== null && shown.has(parent) ? parent : null,
				})),
				edges: map.edges.map(withMoments),
				talk: map.talk.map(({ lastAt, ...pair }) => ({ ...pair, last_at: isoTime(lastAt) })),
			});
		},
	}),
];
