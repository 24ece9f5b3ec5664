import type { McpServerView } from "../../../authority/index.ts";
import { CONFINEMENT_LEVELS, type Shape } from "../../../engine/index.ts";
import { CURSORS } from "../cursors.ts";
import { problem, refusedReply, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { anything, choice, flag, list, longText, members, nullable, PAGE, page, text, whole, withMoments } from "../shapes.ts";
import { entityTag, readIfMatch, stale } from "../versions.ts";

const VALUES = { kind: "record", of: longText, key: "name" } as const satisfies Shape;

const TOOL = members(
	{
		name: text,
		state: choice("active", "quarantined"),
		digest: text,
		current: nullable(anything),
		accepted: nullable(anything),
		problem: nullable(text),
	},
	["name", "state", "digest"],
);

/** A mounted server on this wire: of variables and headers the names. */
const SERVER = members(
	{
		id: text,
		transport: text,
		command: text,
		args: list(text),
		env: list(text),
		url: text,
		headers: list(text),
		profile: anything,
		level: text,
		state: choice("running", "stopped", "failed"),
		problem: nullable(text),
		tools: list(TOOL),
		created_at: text,
		created_by: text,
		version: whole,
	},
	["id", "transport", "state", "tools", "version"],
);

/** Servers of the model context protocol behind this one. */
export const mcpServerRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/mcp/servers",
		tag: "mcp",
		summary: "All mounted servers",
		access: "person",
		query: members(PAGE),
		cursor: CURSORS.id,
		replies: { 200: page(SERVER) },
		run: async ({ authority, caller, query: { limit = 100, cursor = "" } }) =>
			replyTo(await authority.mounts(caller), (all) => {
				const items = all.filter(({ id }) => id > cursor).slice(0, limit);
				const last = items.at(-1)?.id ?? "";
				return answer({ items: items.map(withMoments), next_cursor: all.some(({ id }) => id > last) && items.length > 0 ? last : null });
			}),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/mcp/servers/{id}",
		tag: "mcp",
		summary: "A mounted server with its tools: as they are now, and as they were accepted",
		access: "person",
		replies: { 200: SERVER },
		run: async ({ authority, caller, parameters: { id = "" } }) => replyTo(await authority.mount(caller, id), (mount) => shown(mount)),
	}),
	defineRoute({
		method: "PUT",
		path: "/v1/mcp/servers/{id}",
		tag: "mcp",
		summary: "Mounts a server: starts it in a sandbox (stdio) or reaches it (http), and accepts its tools as they are",
		access: "person",
		body: members(
			{
				transport: choice("stdio", "http"),
				command: longText,
				args: list(longText),
				env: VALUES,
				url: longText,
				headers: VALUES,
				profile: anything,
				level: choice(...CONFINEMENT_LEVELS),
			},
			["transport"],
		),
		replies: { 200: SERVER, 201: SERVER },
		async run(visit) {
			const { authority, caller, body, ifMatch } = visit;
			const id = visit.parameters.id ?? "";
			const expected = readIfMatch(ifMatch);
			if (expected === undefined) return WRONG_VERSION;
			const put = await authority.putMount(caller, id, body, expected);
			if (!put.ok) return put.refusal.code === "stale" ? current(visit, id) : refusedReply(put.refusal);
			return shown(put.value.mount, put.value.isNew ? 201 : 200);
		},
	}),
	defineRoute({
		method: "DELETE",
		path: "/v1/mcp/servers/{id}",
		tag: "mcp",
		summary: "Ends a mounted server and forgets it",
		access: "person",
		replies: { 200: members({ id: text, deleted: flag }, ["deleted"]) },
		async run(visit) {
			const { authority, caller, ifMatch } = visit;
			const id = visit.parameters.id ?? "";
			const expected = readIfMatch(ifMatch);
			if (expected === undefined) return WRONG_VERSION;
			const dropped = await authority.dropMount(caller, id, expected);
			if (!dropped.ok && dropped.refusal.code === "stale") return current(visit, id);
			return replyTo(dropped, () => answer({ id, deleted: true }));
		},
	}),
	defineRoute({
		method: "POST",
		path: "/v1/mcp/servers/{id}/refresh",
		tag: "mcp",
		summary: "Lists the tools of a server again, and starts it when it does not run",
		access: "person",
		replies: { 200: SERVER },
		run: async ({ authority, caller, parameters: { id = "" } }) =>
			replyTo(await authority.refreshMount(caller, id), (mount) => shown(mount)),
	}),
	defineRoute({
		method: "POST",
		path: "/v1/mcp/servers/{id}/tools/{tool}/review",
		tag: "mcp",
		summary: "Accepts a tool as it is now, which its digest says, or takes it away",
		access: "person",
		body: members({ digest: text, accept: flag }, ["digest", "accept"]),
		replies: { 200: SERVER },
		async run(visit) {
			const { authority, caller, body } = visit;
			const { id = "", tool = "" } = visit.parameters;
			const reviewed = await authority.reviewTool(caller, id, tool, body);
			if (!reviewed.ok && reviewed.refusal.code === "stale") return current(visit, id);
			return replyTo(reviewed, (mount) => shown(mount));
		},
	}),
];

const WRONG_VERSION = problem(400, "invalid-request", "If-Match is not a version of this server");

function shown(mount: McpServerView, status = 200): RestReply {
	return answer(withMoments(mount), status, { ETag: entityTag(mount.version) });
}

/** How the server is now, for a caller that saw an earlier version. */
async function current({ authority, caller }: Pick<Visit, "authority" | "caller">, id: string): Promise<RestReply> {
	const found = await authority.mount(caller, id);
	return found.ok ? stale(withMoments(found.value), found.value.version) : stale(null, null);
}

const POLICY_ROW = members(
	{ name: text, gate: text, param: nullable(text), needs: nullable(text), scopes: list(text), description: text },
	["name", "gate", "param", "needs", "scopes"],
);

/** The table of the tools of the model context protocol, which another point serves. */
export function mcpPolicyRoutes(tools: readonly Readonly<Record<string, unknown>>[]): readonly RestRoute[] {
	return [
		defineRoute({
			method: "GET",
			path: "/v1/mcp/policy",
			tag: "mcp",
			summary:
				"Which tools the model context protocol serves, and what each of them is judged by; of mounted servers those that the caller has",
			access: "anyone",
			replies: { 200: members({ tools: list(POLICY_ROW) }, ["tools"]) },
			run: async ({ authority, caller }) => answer({ tools: [...tools, ...(await authority.mountedTools(caller)).map(mountedRow)] }),
		}),
	];
}

/** The row of a mounted tool: what its arguments may be is for the rules of a writ to say. */
function mountedRow({ name, description }: { readonly name: string; readonly description: string }): Readonly<Record<string, unknown>> {
	return { name, gate: "self", param: null, needs: null, scopes: ["agent", "user"], description };
}
