import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
});
afterAll(() => server.close());

describe("Trinity's other routes", () => {
	it("[wire-4-trinity-agents] makes, lists, stops, starts, shows and ends an agent", async () => {
		const made = await admin("POST", "/api/agents", { name: "t1", type: "research", template: "local:base_agent" });
		expect([made.status, made.body.name, made.body.template]).toEqual([201, "t1", "local:base_agent"]);
		expect((await admin("GET", "/api/agents")).body.map(({ name }: { name: string }) => name)).toEqual(["t1"]);
		expect((await admin("POST", "/api/agents/t1/stop")).body.status).toBe("stopped");
		expect((await admin("POST", "/api/agents/t1/start")).body.status).toBe("running");
		expect((await admin("GET", "/api/agents/t1")).body).toMatchObject({ name: "t1", type: "research", status: "running" });
		expect((await admin("GET", "/api/agents/t1/logs?lines=5")).body.logs).toContain("agent");
		expect((await admin("DELETE", "/api/agents/t1")).body).toMatchObject({ name: "t1", status: "terminated" });
		expect((await admin("GET", "/api/agents/t1")).status).toBe(404);
	});

	it("[wire-4-trinity-audit] shows records in Trinity's words, to administrators only", async () => {
		for (const name of ["p", "q"]) await admin("POST", "/api/agents", { name });
		await admin("PUT", "/api/agents/p/permissions", { permitted_agents: ["q"] });
		await admin("DELETE", "/api/agents/p/permissions/q");
		await admin("POST", "/api/agents/p/permissions/q");
		const { body } = await admin("GET", "/api/audit-log?event_type=agent_permissions");
		expect(body).toMatchObject({ total: 3, limit: 100, offset: 0 });
		expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
			"add_permission",
			"remove_permission",
			"set_permissions",
		]);
		expect((await admin("GET", "/api/audit/logs?event_type=agent_permissions&limit=1")).body).toMatchObject({ count: 1 });
		expect((await admin("GET", "/api/audit/stats")).body.total).toBeGreaterThan(3);
		const [{ event_id }] = body.entries;
		expect((await admin("GET", `/api/audit-log/${event_id}`)).body.event_id).toBe(event_id);
		expect((await admin("POST", "/api/audit-log/verify")).body.ok).toBe(true);
		expect((await admin("GET", "/api/audit-log/export?format=csv")).text).toContain("node,seq,id");
		const user = await server.person("u@x.example", "creator");
		expect((await user("GET", "/api/audit-log")).status).toBe(403);
	});

	it("[wire-4-trinity-audit] adds a note of the caller's", async () => {
		const agent = await server.agent("noter", {});
		const { status, body } = await agent("POST", "/api/audit/log", { message: "I was here", details: { x: 1 } });
		expect(status).toBe(201);
		expect((await admin("GET", `/api/audit-log/${body.event_id}`)).body).toMatchObject({ event_type: "note", agent_name: "noter" });
	});
});
