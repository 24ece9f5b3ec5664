import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

const LEADS = { overrides: { capabilities: { agent_messaging: true, spawn_agents: true } } };

let server: TestServer;
let admin: Call;
let lead: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
	lead = await server.agent("lead", LEADS);
});
afterAll(() => server.close());

describe("things that can be changed", () => {
	it("[wire-8-42] agents, groups, edges and settings have a version and an ETag, and a stale If-Match is 412 with how they are", async () => {
		await server.agent("thing");
		await admin("PUT", "/v1/groups/things", { members: ["thing"] });
		await admin("PUT", "/v1/edges/lead/thing", {});
		const cases: readonly (readonly [string, string, object])[] = [
			["/v1/agents/thing", "PATCH", { description: "changed" }],
			["/v1/groups/things", "PUT", { members: ["thing", "lead"] }],
			["/v1/edges/lead/thing", "PUT", { reason: "changed" }],
			["/v1/settings", "PUT", { "messages.max_depth": 7 }],
		];
		for (const [path, method, body] of cases) {
			const tag = (await admin("GET", path)).headers.get("etag") ?? "";
			expect(tag, path).toMatch(/^"\d+"$/);
			const changed = await admin(method, path, body, { "If-Match": tag });
			expect([changed.status, changed.headers.get("etag") === tag], path).toEqual([200, false]);
			const stale = await admin(method, path, body, { "If-Match": tag });
			expect([stale.status, stale.body.code, stale.headers.get("etag")], path).toEqual([412, "stale", changed.headers.get("etag")]);
			expect(stale.body.current, path).toBeTruthy();
			const twice = await Promise.all([1, 2].map(() => admin(method, path, body, { "If-Match": changed.headers.get("etag") ?? "" })));
			expect(twice.map(({ status }) => status).toSorted(), path).toEqual([200, 412]);
			expect((await admin(method, path, body, { "If-Match": "nonsense" })).status, path).toBe(400);
		}
		for (const path of ["/v1/edges/lead/thing", "/v1/groups/things"]) {
			expect((await admin("DELETE", path, undefined, { "If-Match": '"1"' })).status, path).toBe(412);
			const tag = (await admin("GET", path)).headers.get("etag") ?? "";
			expect((await admin("DELETE", path, undefined, { "If-Match": tag })).status, path).toBe(200);
		}
		expect((await admin("GET", "/v1/agents/thing")).body.version).toBeGreaterThan(1);
	});

	it("[wire-4-agents] lists say of each agent what one says, and to an agent of its peers only what they are", async () => {
		await lead("POST", "/v1/agents", { id: "kid", profile: "restricted" });
		await server.agent("peer", { ...LEADS, type: "helper" });
		await admin("PUT", "/v1/edges/lead/peer", { reason: "a secret reason" });
		const { items } = (await admin("GET", "/v1/agents")).body;
		expect(items.find(({ id }: { id: string }) => id === "lead")).toEqual((await admin("GET", "/v1/agents/lead")).body);
		const own = (await lead("GET", "/v1/agents")).body.items;
		expect(own.map(({ id }: { id: string }) => id).toSorted()).toEqual(["kid", "lead", "peer"]);
		const [peer, kid] = ["peer", "kid"].map((name) => own.find(({ id }: { id: string }) => id === name));
		expect(Object.keys(peer).toSorted()).toEqual(["created_at", "description", "id", "status", "type", "uid"]);
		expect(kid.parent).toBe("lead");
		const reached = (await admin("GET", "/v1/agents/lead/reach")).body.items;
		expect(reached.find(({ id }: { id: string }) => id === "peer")).toMatchObject({
			...{ allowed: true, by: "edge", edge: { source: "lead", target: "peer", reason: "a secret reason" } },
		});
		expect((await lead("GET", "/v1/agents/lead/reach")).text).not.toContain("secret");
	});

	it("[wire-4-approval-request] a request can be asked about in place of a rule, and passes when it was allowed", async () => {
		const agent = await server.agent("asking", { profile: "read-only" });
		const request = { kind: "command", command: "npm test" };
		const asked = await agent("POST", "/v1/approvals", { request, reason: "to see" });
		expect([asked.status, asked.body.request, asked.body.rule]).toEqual([201, request, "Bash(npm test)"]);
		expect((await agent("POST", "/v1/decide", { request })).body.effect).toBe("deny");
		await admin("POST", `/v1/approvals/${asked.body.id}/answer`, { effect: "allow", scope: "minutes", minutes: 5 });
		expect((await agent("POST", "/v1/decide", { request })).body.effect).toBe("allow");
		for (const body of [{ reason: "r" }, { reason: "r", rule: "Read", request }, { reason: "r", request: "ls" }])
			expect((await agent("POST", "/v1/approvals", body)).status).toBe(400);
	});
});

describe("what an attack found", () => {
	it("[wire-2-spawn-foreign] the id of another's agent is answered like a reserved one, and its history stays its own", async () => {
		const eve = await server.person("eve@example.com");
		await eve("POST", "/v1/agents", { id: "eves", ...LEADS });
		const history = () => server.home.records("agent = 'eves'").length;
		const before = history();
		const taken = await lead("POST", "/v1/agents", { id: "eves", profile: "restricted" });
		const reserved = await lead("POST", "/v1/agents", { id: "system", profile: "restricted" });
		const plain = ({ body }: typeof taken, id: string) => ({ ...body, request_id: "", detail: String(body.detail).replace(id, "ID") });
		expect([taken.status, plain(taken, "eves")]).toEqual([reserved.status, plain(reserved, "system")]);
		expect((await admin("POST", "/v1/agents", { id: "eves" })).status).toBe(409);
		expect(history()).toBe(before);
		const [record] = server.home.records("kind = 'spawn' AND agent = 'lead'").slice(-1);
		expect(record).toMatchObject({ effect: "deny", principal: "agent:lead", request: { action: "refused", id: "eves" } });
		expect((await eve("GET", "/api/agents/eves/logs")).text).not.toContain("refused");
	});

	it("[wire-4-rate-batch] each decision of a batch counts as a request, and a batch that does not fit decides nothing", async () => {
		const limited = await openServer({
			at: Date.UTC(2026, 0, 1),
			prepare: () => undefined,
		});
		await limited.admin("PUT", "/v1/settings", { "rate.requests_per_second": 50 });
		const again = await limited.home.reopen();
		const { serveRest } = await import("../../src/points/rest/index.ts");
		const served = await serveRest({ authority: again.authority, port: 0 });
		const local = {
			principal: { kind: "person", email: "local", role: "admin", keyId: null },
			point: "test",
			correlationId: null,
		} as const;
		const made = await again.authority.spawn(local, { id: "fast" });
		const key = made.ok ? made.value.apiKey : "";
		const decide = (count: number) =>
			fetch(`${served.url}v1/decide`, {
				method: "POST",
				headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
				body: JSON.stringify({
					requests: Array.from({ length: count }, () => ({ kind: "tool", tool: "Read", input: { file_path: "x" } })),
				}),
			});
		const decisions = () => again.records("kind = 'decision'").length;
		const statuses: number[] = [];
		for (const count of [30, 20, 1]) statuses.push((await decide(count)).status);
		expect([statuses, decisions()]).toEqual([[200, 200, 429], 50]);
		again.clock.move(1_000);
		const large = await decide(51);
		expect([large.status, large.headers.get("retry-after"), decisions()]).toEqual([429, "1", 50]);
		again.clock.move(1_000);
		expect((await decide(50)).status).toBe(200);
		await served.close();
		await again.close();
	});
});
