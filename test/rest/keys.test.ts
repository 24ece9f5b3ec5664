import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
});
afterAll(() => server.close());

describe("keys", () => {
	it("[wire-8-27] asks for a key where none is shown, and says how", async () => {
		for (const key of [null, "writ_wrong", "", "x y"]) {
			const refused = await server.as(key)("GET", "/v1/agents");
			expect(refused.status).toBe(401);
			expect(refused.headers.get("WWW-Authenticate")).toContain("Bearer");
		}
	});

	it("[wire-8-28] makes a key, lists it without its value, validates it, revokes it", async () => {
		const made = await admin("POST", "/api/mcp/keys", { name: "mine", description: "for tests" });
		expect(made.status).toBe(201);
		expect(made.body.api_key).toMatch(/^trinity_mcp_[\w-]{43}$/);
		const listed = (await admin("GET", "/api/mcp/keys")).body;
		const one = listed.find(({ id }: { id: string }) => id === made.body.id);
		expect(Object.keys(one).toSorted()).toEqual([
			"agent_name",
			"created_at",
			"description",
			"expires_at",
			"id",
			"is_active",
			"key_prefix",
			"last_used_at",
			"name",
			"scope",
			"usage_count",
			"user_email",
			"user_id",
			"username",
		]);
		const mine = server.as(made.body.api_key);
		expect((await mine("POST", "/api/mcp/validate")).body).toMatchObject({
			valid: true,
			scope: "user",
			key_name: "mine",
			agent_name: null,
		});
		expect((await admin("POST", `/api/mcp/keys/${made.body.id}/revoke`)).body).toMatchObject({ status: "revoked" });
		expect((await mine("POST", "/api/mcp/validate")).status).toBe(401);
		expect((await admin("GET", `/api/mcp/keys/${made.body.id}`)).body).toMatchObject({ is_active: false });
	});

	it("[wire-4-key-role] refuses a role that a known person does not have, and says what to do", async () => {
		await server.person("boss@example.com", "admin");
		const ids = async () => (await admin("GET", "/v1/keys")).body.items.map(({ id }: { id: string }) => id);
		const before = await ids();
		const refused = await admin("POST", "/v1/keys", { name: "small", user_email: "boss@example.com", role: "user" });
		expect([refused.status, refused.body.code]).toEqual([409, "role-differs"]);
		expect(refused.body.detail).toContain("boss@example.com is known with the role admin");
		expect(refused.body.detail).toContain("leave the role out");
		expect(refused.text).not.toContain("api_key");
		expect(await ids()).toEqual(before);
		for (const role of [undefined, "admin"])
			expect((await admin("POST", "/v1/keys", { name: "more", user_email: "boss@example.com", role })).status).toBe(201);
	});

	it("rotates a key at once, and with a grace", async () => {
		const made = await admin("POST", "/v1/keys", { name: "turning" });
		const first = server.as(made.body.api_key);
		const turned = await admin("POST", `/v1/keys/${made.body.id}/rotate`);
		expect((await first("GET", "/v1/me")).status).toBe(401);
		const second = server.as(turned.body.api_key);
		await admin("POST", `/v1/keys/${turned.body.id}/rotate`, { grace_seconds: 60 });
		expect((await second("GET", "/v1/me")).status).toBe(200);
	});

	it("has one default key of a person", async () => {
		const first = await admin("POST", "/api/mcp/keys/ensure-default");
		expect([first.status, typeof first.body.api_key]).toEqual([201, "string"]);
		const second = await admin("POST", "/api/mcp/keys/ensure-default");
		expect([second.status, second.body.id, second.body.api_key]).toEqual([200, first.body.id, undefined]);
	});

	it("lets only an administrator make keys for others, and nobody a key that has expired", async () => {
		const user = await server.person("u@x.example", "user");
		expect((await user("POST", "/v1/keys", { name: "x", user_email: "v@x.example" })).status).toBe(403);
		expect((await user("POST", "/v1/keys", { name: "x", scope: "system" })).status).toBe(403);
		expect((await user("POST", "/v1/keys", { name: "x", role: "admin" })).status).toBe(403);
		expect((await admin("POST", "/v1/keys", { name: "x", expires_at: "2001-01-01T00:00:00Z" })).status).toBe(400);
		expect((await admin("POST", "/v1/keys", { name: "x", expires_at: "soon" })).body.pointer).toBe("/expires_at");
	});

	it("[wire-2-key-ends] ends what was made with a key when the key ends: sessions, links, streams, further keys", async () => {
		const made = await admin("POST", "/v1/keys", { name: "first", user_email: "eve@x.example", role: "creator" });
		const eve = server.as(made.body.api_key);
		const nobody = server.as(null);
		const [used, unused] = [await eve("POST", "/v1/login-links"), await eve("POST", "/v1/login-links")].map(
			({ body }) => new URL(body.url),
		);
		const opened = await nobody("GET", `${used?.pathname}${used?.search}`);
		const Cookie = (opened.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
		const second = await eve("POST", "/v1/keys", { name: "second" });
		const stream = await fetch(new URL("/v1/events", server.url), { headers: { Authorization: `Bearer ${made.body.api_key}` } });
		expect((await nobody("GET", "/v1/me", undefined, { Cookie })).status).toBe(200);
		await admin("DELETE", `/v1/keys/${made.body.id}`);
		expect((await nobody("GET", "/v1/me", undefined, { Cookie })).status).toBe(401);
		expect((await nobody("GET", `${unused?.pathname}${unused?.search}`)).status).toBe(401);
		expect((await server.as(second.body.api_key)("GET", "/v1/me")).status).toBe(401);
		expect(await stream.text()).not.toContain("key:revoked");
	});

	it("[wire-2-key-ends] lets no key outlive the one it was made with", async () => {
		const expires_at = new Date(Date.now() + 60_000).toISOString();
		const made = await admin("POST", "/v1/keys", { name: "short", user_email: "fay@x.example", role: "creator", expires_at });
		const further = await server.as(made.body.api_key)("POST", "/v1/keys", { name: "longer", expires_at: "2999-01-01T00:00:00Z" });
		expect(further.body.expires_at).toBe(expires_at);
	});
});
