import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
});
afterAll(() => server.close());

describe("agents", () => {
	it("makes an agent, and refuses one that is taken or wider than its parent", async () => {
		expect(
			(await admin("POST", "/v1/agents", { id: "base-1", profile: "standard", overrides: { capabilities: { spawn_agents: true } } }))
				.status,
		).toBe(201);
		expect((await admin("POST", "/v1/agents", { id: "base-1" })).status).toBe(409);
		const wider = await admin("POST", "/v1/agents", { id: "child", parent: "base-1", profile: "trusted" });
		expect([wider.status, wider.body.code]).toEqual([403, "escalation"]);
		expect(wider.body.escalations[0]).toHaveProperty("dimension");
		const dry = await admin("POST", "/v1/agents", { id: "child", parent: "base-1", profile: "trusted", dry_run: true });
		expect([dry.status, dry.body.valid]).toEqual([200, false]);
		expect((await admin("GET", "/v1/agents/child")).status).toBe(404);
	});

	it("[wire-2-child-key] shows an agent no key of its child", async () => {
		const parent = await server.agent("mother", { profile: "trusted", overrides: { capabilities: { spawn_agents: true } } });
		const born = await parent("POST", "/v1/agents", { id: "daughter", profile: "restricted" });
		expect([born.status, born.body.agent.parent, born.body.api_key]).toEqual([201, "mother", undefined]);
		const claimed = await parent("POST", "/v1/agents", { id: "niece", profile: "restricted", parent: "base-1" });
		expect(claimed.status).toBe(403);
	});

	it("[wire-8-31] [wire-8-32] tells what ends before it ends it", async () => {
		const one = await server.agent("one", { profile: "trusted", overrides: { capabilities: { spawn_agents: true } } });
		await server.agent("below", { profile: "restricted", parent: "one" });
		await server.agent("friend", {});
		await admin("PUT", "/v1/edges/one/friend", {});
		await admin("PUT", "/v1/edges/friend/one", {});
		const before = server.home.rows();
		const dry = await admin("DELETE", "/v1/agents/one?dry_run=true");
		expect(dry.body).toMatchObject({ agent: "one", descendants: ["below"], keys: 2 });
		expect(dry.body.edges_in).toContain("friend");
		expect(dry.body.edges_out).toContain("friend");
		expect(server.home.rows()).toBe(before);
		expect((await admin("DELETE", "/v1/agents/one")).body).toMatchObject({ deleted: true });
		const left = (await admin("GET", "/v1/agents")).body.items.map(({ id }: { id: string }) => id);
		expect(left).not.toContain("one");
		expect(left).not.toContain("below");
		expect((await admin("GET", "/v1/edges?source=friend")).body.items).toEqual([]);
		expect((await one("GET", "/v1/me")).status).toBe(401);
	});

	it("stops, starts, restarts and renames; the key stays the agent's", async () => {
		const agent = await server.agent("old-name", {});
		expect((await admin("POST", "/v1/agents/old-name/stop")).body.status).toBe("stopped");
		expect((await agent("POST", "/v1/decide", { request: { kind: "tool", tool: "Read", input: {} } })).body.effect).toBe("deny");
		// A stopped agent reads nothing either.
		for (const path of ["/v1/agents", "/v1/ledger", "/v1/profiles", "/v1/events", "/v1/approvals"])
			expect((await agent("GET", path)).status, path).toBe(403);
		expect((await admin("POST", "/v1/agents/old-name/start")).body.status).toBe("running");
		expect((await admin("POST", "/v1/agents/old-name/rename", { to: "new-name" })).body.id).toBe("new-name");
		expect((await agent("GET", "/v1/me")).body.principal).toBe("agent:new-name");
		const turned = await admin("POST", "/v1/agents/new-name/key");
		expect((await agent("GET", "/v1/me")).status).toBe(401);
		expect((await server.as(turned.body.api_key)("GET", "/v1/me")).body.principal).toBe("agent:new-name");
	});

	it("[wire-8-40] walks pages without gap or double while agents are made", async () => {
		const ids = Array.from({ length: 250 }, (_, index) => `walk-${String(index).padStart(3, "0")}`);
		for (const id of ids) await admin("POST", "/v1/agents", { id, profile: "restricted" });
		const seen: string[] = [];
		let cursor: string | null = null;
		let made = 0;
		do {
			const page: { items: { id: string }[]; next_cursor: string | null } = (
				await admin("GET", `/v1/agents?limit=40${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`)
			).body;
			seen.push(...page.items.map(({ id }) => id));
			cursor = page.next_cursor;
			await admin("POST", "/v1/agents", { id: `walk-1${made++}x`, profile: "restricted" });
		} while (cursor !== null);
		expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
		expect(new Set(seen).size).toBe(seen.length);
	}, 60_000);

	it("[wire-8-42] does not overwrite an edge that changed meanwhile", async () => {
		await server.agent("e1", {});
		await server.agent("e2", {});
		const first = await admin("PUT", "/v1/edges/e1/e2", { reason: "one" });
		const tag = first.headers.get("ETag") ?? "";
		expect((await admin("PUT", "/v1/edges/e1/e2", { reason: "two" }, { "If-Match": tag })).status).toBe(200);
		const stale = await admin("PUT", "/v1/edges/e1/e2", { reason: "three" }, { "If-Match": tag });
		expect([stale.status, stale.body.current.reason]).toEqual([412, "two"]);
		expect((await admin("PUT", "/v1/edges/e1/e2", { reason: "four" }, { "If-Match": "soon" })).status).toBe(400);
	});

	it("[wire-home-closed] lets no agent near the files of its server, whatever the home is called", async () => {
		const reader = await server.agent("reader", { profile: "nexus/trusted" });
		const { home } = server.home;
		const effect = async (request: object) => (await reader("POST", "/v1/decide", { request })).body.effect;
		for (const name of ["admin.key", "writ.db", "run/daemon.sock", "ledger/heads.jsonl", "", "sandboxes/../admin.key"])
			for (const request of [
				{ kind: "path", operation: "read", path: join(home, name) },
				{ kind: "tool", tool: "Read", input: { file_path: `${home}/${name}` } },
				{ kind: "command", command: `cat ${home}/${name}` },
			])
				expect([name, request.kind, await effect(request)]).toEqual([name, request.kind, "deny"]);
		expect(await effect({ kind: "path", operation: "read", path: "/usr/share/common-licenses/GPL-3" })).toBe("allow");
	});

	it("[wire-rules-on-rest] refuses a route whose tool a rule forbids", async () => {
		const tools = ["create_agent", "delete_agent", "stop_agent", "request_permission", "my_writ", "list_messages"];
		const bound = await server.agent("bound", { profile: "nexus/trusted", overrides: { tools: { disallowed_add: tools } } });
		await server.agent("bound-kid", { profile: "restricted", parent: "bound" });
		for (const [method, path, body] of [
			["POST", "/v1/agents", { id: "more", profile: "restricted" }],
			["POST", "/api/agents", { name: "more" }],
			["DELETE", "/v1/agents/bound-kid", undefined],
			["DELETE", "/api/agents/bound-kid", undefined],
			["POST", "/v1/agents/bound-kid/stop", undefined],
			["POST", "/v1/approvals", { rule: "Bash", reason: "x" }],
			["GET", "/v1/agents/bound/writ", undefined],
			["GET", "/v1/agents/bound/messages", undefined],
		] as const) {
			const { status, body: said } = await bound(method, path, body);
			expect([method, path, status, said.code]).toEqual([method, path, 403, "tool-disabled"]);
		}
		expect((await bound("DELETE", "/v1/agents/bound")).status).toBe(200);
	});
});
