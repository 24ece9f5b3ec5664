import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
beforeAll(async () => {
	server = await openServer();
});
afterAll(() => server.close());

const MEBIBYTE = 1024 * 1024;

describe("a snapshot larger than other bodies", () => {
	it("[wire-4-large-snapshot] an administrator puts it into an empty home", async () => {
		const first = await openServer();
		const description = "x".repeat(4_000);
		for (let id = 0; id < 300; id++) await first.admin("POST", "/v1/agents", { id: `a-${id}`, description });
		const snapshot = await first.admin("GET", "/v1/snapshot");
		expect(snapshot.text.length).toBeGreaterThan(MEBIBYTE);
		const restored = await server.admin("POST", "/v1/snapshot", snapshot.body);
		expect([restored.status, restored.body]).toEqual([200, { agents: 300 }]);
		await first.close();
	}, 60_000);

	it("[wire-4-large-snapshot] nobody else sends so much, nobody at all much more, and other routes keep their limit", async () => {
		const large = { format: 1, filler: "x".repeat(2 * MEBIBYTE) };
		const person = await server.person("creator@example.com", "creator");
		const agent = await server.agent("sender");
		for (const call of [person, agent]) {
			const refused = await call("POST", "/v1/snapshot", large);
			expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
				413,
				"too-large",
				`The body is larger than ${MEBIBYTE} bytes`,
			]);
		}
		expect((await server.as(null)("POST", "/v1/snapshot", large)).status).toBe(401);
		expect((await server.admin("POST", "/v1/decide", large)).status).toBe(413);
		const [admin, creator] = [await statusOf("admin", 65 * MEBIBYTE), await statusOf("creator", 65 * MEBIBYTE)];
		expect([admin, creator]).toEqual([413, 413]);
		expect((await person("POST", "/v1/snapshot", { format: 1 })).status).toBe(403);
	}, 30_000);

	/** What is answered to somebody who only says how much will come. */
	async function statusOf(role: "admin" | "creator", length: number): Promise<number | undefined> {
		const made = await server.admin("POST", "/v1/keys", { name: role, user_email: `${role}-large@example.com`, role });
		const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
		const headers = { Authorization: `Bearer ${made.body.api_key}`, "Content-Type": "application/json", "Content-Length": length };
		const sent = request(new URL("/v1/snapshot", server.url), { method: "POST", headers }, (response) => {
			resolve(response.statusCode);
			response.destroy();
		});
		sent.on("error", reject);
		sent.flushHeaders();
		return promise.finally(() => sent.destroy());
	}
});
