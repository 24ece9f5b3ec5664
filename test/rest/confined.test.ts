import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let owner: Call;
let agent: Call;
beforeAll(async () => {
	server = await openServer();
	owner = await server.person("owner@x.example");
	const made = await owner("POST", "/v1/agents", { id: "boxed", profile: "write" });
	agent = server.as(made.body.api_key);
});
afterAll(() => server.close());

const NODE = { kind: "command", command: "node a.js" };

describe("confined over HTTP", () => {
	it("[decide-confined-refused] nobody says so of himself: beside the request it is an unknown member, inside it the request is refused", async () => {
		for (const call of [owner, agent]) {
			const beside = await call("POST", "/v1/decide", { agent: "boxed", request: NODE, confined: true });
			expect([beside.status, JSON.stringify(beside.body).includes("confined")]).toEqual([400, true]);
			const inside = await call("POST", "/v1/decide", { agent: "boxed", request: { ...NODE, confined: true } });
			expect(inside.body).toMatchObject({ effect: "deny", reasons: [{ code: "invalid-request" }] });
		}
	});

	it("[authority-confined] a request with a key is never confined: what holds only inside a sandbox asks", async () => {
		for (const call of [owner, agent])
			expect((await call("POST", "/v1/decide", { agent: "boxed", request: NODE })).body).toMatchObject({
				effect: "ask",
				reasons: [{ code: "needs-confirmation" }],
			});
	});
});
