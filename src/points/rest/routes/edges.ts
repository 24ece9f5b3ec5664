import type { EdgeWish } from "../../../authority/index.ts";
import type { Infer } from "../../../engine/index.ts";
import { CURSORS } from "../cursors.ts";
import { problem, refusedReply, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { choice, flag, list, longText, members, moment, nullable, PAGE, page, readMoment, text, whole, withMoments } from "../shapes.ts";
import { entityTag, readIfMatch, stale } from "../versions.ts";

const RATE = members({ count: { kind: "number", integer: true, minimum: 1 }, per_seconds: { kind: "number", minimum: 1 } }, [
	"count",
	"per_seconds",
]);
const SAID = { effect: choice("allow", "block"), expires_at: nullable(moment), rate: nullable(RATE), reason: nullable(longText) };
const PAIR = { source: text, target: text };

/** An edge on this wire. */
export const EDGE = members({ ...PAIR, ...SAID, effect: text, granted_by: text, created_at: text, version: whole }, [
	"source",
	"target",
	"effect",
]);

/** What is said of an edge. */
const EDGE_BODY = members(SAID);
type EdgeBody = Infer<typeof EDGE_BODY>;

/** Who may talk to whom. */
export const edgeRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/edges",
		tag: "edges",
		summary: "Edges, by source or target",
		access: "person",
		query: members({ ...PAGE, ...PAIR }),
		cursor: CURSORS.edge,
		replies: { 200: page(EDGE) },
		async run({ authority, caller, query: { limit = 100, cursor, ...filter } }) {
			const found = await authority.edges(caller, { ...filter, limit, cursor: cursor ?? null });
			return answer({ items: found.items.map(withMoments), next_cursor: found.next_cursor });
		},
	}),
	defineRoute({
		method: "GET",
		path: "/v1/edges/{source}/{target}",
		tag: "edges",
		summary: "One edge",
		access: "person",
		replies: { 200: EDGE },
		async run(visit) {
			const edge = await findEdge(visit);
			return edge === null ? NO_EDGE : answer(withMoments(edge), 200, { ETag: entityTag(edge.version) });
		},
	}),
	defineRoute({
		method: "PUT",
		path: "/v1/edges/{source}/{target}",
		tag: "edges",
		summary: "Lets an agent or a group (group:NAME) reach another, or blocks it",
		access: "person",
		body: EDGE_BODY,
		example: { effect: "allow", rate: { count: 10, per_seconds: 60 }, reason: "they work together" },
		replies: { 200: EDGE, 201: EDGE },
		run: putEdge,
	}),
	defineRoute({
		method: "DELETE",
		path: "/v1/edges/{source}/{target}",
		tag: "edges",
		summary: "Removes an edge",
		access: "person",
		replies: { 200: members({ ...PAIR, deleted: flag }, ["deleted"]) },
		async run(visit) {
			const { authority, caller, parameters, ifMatch } = visit;
			const { source = "", target = "" } = parameters;
			const version = readIfMatch(ifMatch);
			if (version === undefined) return BAD_TAG;
			const dropped = await authority.dropEdge(caller, source, target, version ?? undefined);
			if (!dropped.ok) return dropped.refusal.code === "stale" ? staleEdge(visit) : refusedReply(dropped.refusal);
			return dropped.value ? answer({ source, target, deleted: true }) : NO_EDGE;
		},
	}),
	defineRoute({
		method: "POST",
		path: "/v1/edges/batch",
		tag: "edges",
		summary: "Sets and removes many edges, all or none",
		access: "person",
		body: members({ set: list(members({ ...PAIR, ...SAID }, ["source", "target"])), remove: list(members(PAIR, ["source", "target"])) }),
		example: { set: [{ source: "lead", target: "worker" }], remove: [{ source: "worker", target: "guest" }] },
		replies: { 200: members({ changed: whole }, ["changed"]) },
		async run({ authority, caller, body: { set = [], remove = [] } }) {
			const wishes: EdgeWish[] = [];
			for (const [index, { source, target, ...said }] of set.entries()) {
				const wish = readWish(source, target, said);
				if (wish === null) return badExpiry(`/set/${index}/expires_at`);
				wishes.push(wish);
			}
			return replyTo(await authority.changeEdges(caller, wishes, remove), (changed) => answer({ changed }));
		},
	}),
];

async function putEdge(visit: Visit<object, EdgeBody>): Promise<RestReply> {
	const { authority, caller, parameters, body, ifMatch } = visit;
	const wish = readWish(parameters.source ?? "", parameters.target ?? "", body);
	if (wish === null) return badExpiry("/expires_at");
	const version = readIfMatch(ifMatch);
	if (version === undefined) return BAD_TAG;
	const outcome = await authority.putEdge(caller, { ...wish, ...(version === null ? {} : { expectedVersion: version }) });
	if (outcome.ok)
		return answer(withMoments(outcome.value.edge), outcome.value.created ? 201 : 200, { ETag: entityTag(outcome.value.edge.version) });
	return outcome.refusal.code === "stale" ? staleEdge(visit) : refusedReply(outcome.refusal);
}

const BAD_TAG = problem(400, "invalid-request", "If-Match is an ETag of this edge");

/** How the edge is now, for a caller that saw an earlier version. */
async function staleEdge(visit: Visit<object, object>): Promise<RestReply> {
	const current = await findEdge(visit);
	return stale(current === null ? null : withMoments(current), current?.version ?? null);
}

function readWish(source: string, target: string, { expires_at, ...said }: EdgeBody): EdgeWish | null {
	const expiresAt = expires_at === undefined || expires_at === null ? expires_at : readMoment(expires_at);
	if (typeof expires_at === "string" && expiresAt === null) return null;
	return { source, target, ...said, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

async function findEdge({ authority, caller, parameters: { source = "", target = "" } }: Visit<object, object>) {
	const { items } = await authority.edges(caller, { source, target, limit: 1, cursor: null });
	return items[0] ?? null;
}

function badExpiry(pointer: string): RestReply {
	return problem(400, "invalid-request", "expires_at is a moment (ISO 8601)", { pointer });
}

const NO_EDGE = problem(404, "not-found", "There is no such edge");
