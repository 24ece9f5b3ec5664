import { mkdirSync, rmdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRoutes } from "../../src/points/rest/index.ts";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
});
afterAll(() => server.close());

/** As a browser or an attacker would send it: with any Host. */
function rawStatus(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	httpRequest(new URL(path, server.url), { headers }, (response) => {
		response.resume();
		resolve(response.statusCode ?? 0);
	})
		.on("error", reject)
		.end();
	return promise;
}

describe("the server", () => {
	it("says whether it lives and whether it can record", async () => {
		const nobody = server.as(null);
		expect((await nobody("GET", "/healthz")).body).toEqual({ status: "ok" });
		expect((await nobody("GET", "/readyz")).body).toEqual({ status: "ready" });
		// Where nothing can be written, nothing can be recorded.
		mkdirSync(join(server.home.home, "ready.tmp"));
		await expect.poll(async () => (await nobody("GET", "/readyz")).status, { timeout: 5_000 }).toBe(503);
		rmdirSync(join(server.home.home, "ready.tmp"));
		await expect.poll(async () => (await nobody("GET", "/readyz")).status, { timeout: 5_000 }).toBe(200);
	});

	it("[wire-8-37] has every route in an OpenAPI 3.1 document", async () => {
		const { body } = await admin("GET", "/openapi.json");
		expect(body.openapi).toBe("3.1.0");
		for (const { method, path } of restRoutes()) expect(Object.keys(body.paths[path] ?? {})).toContain(method.toLowerCase());
		const ids = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap((path) =>
			Object.values(path).map(({ operationId }) => operationId),
		);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("[wire-8-37] refuses unknown members and unknown parameters of a query, and points at them", async () => {
		const body = await admin("POST", "/v1/agents", { id: "x", colour: "red" });
		expect([body.status, body.body.pointer]).toEqual([400, "/colour"]);
		const query = await admin("GET", "/v1/agents?colour=red");
		expect([query.status, query.body.pointer]).toEqual([400, "/colour"]);
		expect((await admin("GET", "/v1/agents?limit=-1")).status).toBe(400);
		expect((await admin("GET", "/v1/agents?limit=1e9")).status).toBe(400);
		expect((await admin("GET", "/v1/ledger?cursor=nonsense")).status).toBe(400);
	});

	it("[wire-8-38] answers only under its own names, and no page of another site", async () => {
		const { host } = new URL(server.url);
		expect(await rawStatus("/healthz", { Host: "evil.example" })).toBe(403);
		expect(await rawStatus("/healthz", { Host: "127.0.0.1:1" })).toBe(403);
		expect(await rawStatus("/healthz", { Host: host, Origin: "http://evil.example" })).toBe(403);
		expect(await rawStatus("/healthz", { Host: host, Origin: "null" })).toBe(403);
		expect(await rawStatus("/healthz", { Host: host, Origin: `http://${host}` })).toBe(200);
		expect(await rawStatus("/healthz", { Host: host.replace("127.0.0.1", "localhost") })).toBe(200);
	});

	it("[wire-8-38] [wire-8-39] opens the page with a link once; its writes repeat a secret", async () => {
		const { url } = (await admin("POST", "/v1/login-links")).body;
		const nobody = server.as(null);
		const { pathname, search } = new URL(url);
		const opened = await nobody("GET", pathname + search);
		expect(opened.status).toBe(303);
		const cookie = opened.headers.get("Set-Cookie") ?? "";
		expect(cookie).toMatch(/^writ_session=[\w-]+; HttpOnly; SameSite=Strict; Path=\/$/);
		expect((await nobody("GET", pathname + search)).status).toBe(401);
		const Cookie = cookie.split(";")[0] ?? "";
		const me = await nobody("GET", "/v1/me", undefined, { Cookie });
		expect(me.body).toMatchObject({ principal: "user:admin@localhost", scope: "user", role: "admin" });
		const wish = { id: "from-page" };
		expect((await nobody("POST", "/v1/agents", wish, { Cookie })).status).toBe(403);
		expect((await nobody("POST", "/v1/agents", wish, { Cookie, "X-Writ-CSRF": "guess" })).status).toBe(403);
		expect((await nobody("POST", "/v1/agents", wish, { Cookie, "X-Writ-CSRF": me.body.csrf })).status).toBe(201);
		expect((await nobody("POST", "/v1/logout", undefined, { Cookie, "X-Writ-CSRF": me.body.csrf })).status).toBe(200);
		expect((await nobody("GET", "/v1/me", undefined, { Cookie })).status).toBe(401);
	});

	it("[wire-6-rest] answers every kind of bad input as a problem", async () => {
		const cases: readonly [string, string, unknown, Readonly<Record<string, string>> | undefined, number, string][] = [
			["POST", "/v1/decide", "{nope", undefined, 400, "invalid-request"],
			["POST", "/v1/decide", "[1]", undefined, 400, "invalid-request"],
			["POST", "/v1/decide", "null", undefined, 400, "invalid-request"],
			["POST", "/v1/decide", "7", undefined, 400, "invalid-request"],
			["POST", "/v1/agents", { id: "../x" }, undefined, 400, "invalid-id"],
			["POST", "/v1/agents", { id: "admin" }, undefined, 400, "invalid-id"],
			["POST", "/v1/agents", { id: "x", profile: "no-such" }, undefined, 400, "unknown-profile"],
			["POST", "/v1/agents", { id: 7 }, undefined, 400, "invalid-request"],
			["GET", "/v1/nothing", undefined, undefined, 404, "not-found"],
			["PATCH", "/v1/decide", {}, undefined, 405, "wrong-method"],
			["POST", "/v1/decide", "x=1", { "Content-Type": "application/x-www-form-urlencoded" }, 415, "wrong-media-type"],
			["POST", "/v1/decide", `{"agent":"${"x".repeat(2_000_000)}"}`, undefined, 413, "too-large"],
			["GET", "/v1/agents/%zz", undefined, undefined, 400, "invalid-request"],
			["GET", "/v1/agents/%2e%2e%2fetc", undefined, undefined, 404, "not-found"],
		];
		for (const [method, path, body, headers, status, code] of cases) {
			const answered = await admin(method, path, body, headers);
			expect([method, path, answered.status, answered.body.code]).toEqual([method, path, status, code]);
			expect(answered.headers.get("Content-Type")).toContain("application/problem+json");
			expect(answered.body.request_id).toBe(answered.headers.get("X-Request-Id"));
		}
		const bad = await fetch(new URL("/v1/decide", server.url), {
			method: "POST",
			headers: { "Content-Type": "application/json", Authorization: "Bearer x" },
			body: new Uint8Array([0x22, 0xff, 0x22]),
		});
		expect(bad.status).toBe(400);
	});

	it("counts what it answers, for whoever has a key", async () => {
		await admin("GET", "/v1/me");
		const { text, status } = await admin("GET", "/metrics");
		expect(status).toBe(200);
		expect(text).toMatch(/writ_http_requests_total\{route="\/v1\/me",status="200"\} \d+/);
		expect((await server.as(null)("GET", "/metrics")).status).toBe(401);
	});

	it("echoes the id of a request when it is a plain word", async () => {
		expect((await admin("GET", "/healthz", undefined, { "X-Request-Id": "my.id-7" })).headers.get("X-Request-Id")).toBe("my.id-7");
		expect((await admin("GET", "/healthz", undefined, { "X-Request-Id": "a b" })).headers.get("X-Request-Id")).not.toBe("a b");
	});
});
