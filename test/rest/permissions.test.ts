import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let owner: Call;
let other: Call;
let a: Call;
const PATH = "/api/agents/a/permissions";
beforeAll(async () => {
	server = await openServer();
	owner = await server.person("owner@x.example");
	other = await server.person("other@x.example");
	for (const id of ["a", "b", "c"]) {
		const made = await owner("POST", "/v1/agents", { id, type: `kind-${id}` });
		expect(made.status).toBe(201);
		if (id === "a") a = server.as(made.body.api_key);
	}
});
afterAll(() => server.close());

const permitted = async (): Promise<readonly string[]> =>
	(await owner("GET", PATH)).body.permitted_agents.map(({ name }: { name: string }) => name);

describe("Trinity's routes about who may call whom", () => {
	it("[wire-8-20] shows whom an agent may call and whom it could, never itself", async () => {
		await owner("PUT", PATH, { permitted_agents: ["b"] });
		const { status, body } = await owner("GET", PATH);
		expect(status).toBe(200);
		expect(body).toEqual({
			source_agent: "a",
			permitted_agents: [{ name: "b", status: "registered", type: "kind-b", permitted: true }],
			available_agents: [
				{ name: "b", status: "registered", type: "kind-b", permitted: true },
				{ name: "c", status: "registered", type: "kind-c", permitted: false },
			],
		});
	});

	it("[wire-8-21] adds an edge once and removes it once", async () => {
		const said = async (method: string) => (await owner(method, `${PATH}/c`)).body;
		expect(await said("POST")).toEqual({ status: "added", source_agent: "a", target_agent: "c" });
		expect(await said("POST")).toMatchObject({ status: "already_exists" });
		expect(await said("DELETE")).toMatchObject({ status: "removed" });
		expect(await said("DELETE")).toMatchObject({ status: "not_found" });
	});

	it("[wire-8-22] replaces all edges or none", async () => {
		expect((await owner("PUT", PATH, { permitted_agents: ["b", "c"] })).body).toEqual({
			status: "updated",
			source_agent: "a",
			permitted_count: 2,
		});
		const refused = await owner("PUT", PATH, { permitted_agents: ["b", "nobody"] });
		expect([refused.status, refused.body.detail]).toEqual([400, "Agent 'nobody' does not exist or is not accessible"]);
		expect(await permitted()).toEqual(["b", "c"]);
		expect((await owner("PUT", PATH, { permitted_agents: [] })).body.permitted_count).toBe(0);
		expect(await permitted()).toEqual([]);
	});

	it("[wire-8-23] makes no edge from an agent to itself", async () => {
		const self = await owner("POST", `${PATH}/a`);
		expect([self.status, self.body.detail]).toEqual([400, "Agent cannot be permitted to call itself"]);
		expect((await owner("PUT", PATH, { permitted_agents: ["a", "b", "b"] })).body.permitted_count).toBe(1);
		expect(await permitted()).toEqual(["b"]);
	});

	it("[wire-8-24] lets no edge work backwards", async () => {
		await owner("PUT", PATH, { permitted_agents: ["b"] });
		expect((await owner("GET", "/api/agents/b/permissions")).body.permitted_agents).toEqual([]);
	});

	it("[wire-8-25] answers a stranger as if the agent were missing, and one it is shared with may read and not change", async () => {
		const hidden = await other("GET", PATH);
		const missing = await other("GET", "/api/agents/zz/permissions");
		expect([hidden.status, hidden.body.detail]).toEqual([404, "Agent not found"]);
		expect({ ...hidden.body, request_id: "" }).toEqual({ ...missing.body, request_id: "" });
		expect((await owner("POST", "/api/agents/a/share", { email: "other@x.example" })).status).toBe(200);
		expect((await other("GET", PATH)).status).toBe(200);
		const change = await other("PUT", PATH, { permitted_agents: [] });
		expect([change.status, change.body.detail]).toEqual([403, "Only the owner can modify agent permissions"]);
		expect((await owner("POST", "/api/agents/a/share", { email: "other@x.example" })).status).toBe(409);
		expect((await owner("POST", "/api/agents/a/share", { email: "owner@x.example" })).status).toBe(400);
		expect((await owner("DELETE", "/api/agents/a/share/other@x.example")).status).toBe(200);
		expect((await other("GET", PATH)).status).toBe(404);
	});

	it("[wire-4-edge-accessible] connects no agent of another owner by any route, and does not tell that it exists", async () => {
		expect((await other("POST", "/v1/agents", { id: "theirs" })).status).toBe(201);
		for (const target of ["theirs", "nobody"])
			for (const [method, path, body] of [
				["PUT", PATH, { permitted_agents: [target] }],
				["POST", `${PATH}/${target}`, undefined],
				["PUT", `/v1/edges/a/${target}`, {}],
			] as const) {
				const { status, body: said } = await owner(method, path, body);
				expect([method, path, status, said.detail]).toEqual([method, path, 400, `Agent '${target}' does not exist or is not accessible`]);
			}
		await other("POST", "/api/agents/theirs/share", { email: "owner@x.example" });
		expect((await owner("POST", `${PATH}/theirs`)).body.status).toBe("added");
		expect((await owner("PUT", "/v1/edges/theirs/a", {})).status).toBe(403);
	});

	it("[wire-1-shared-reads] lets whoever an agent is shared with look at it, not act for it", async () => {
		await owner("POST", "/api/agents/b/share", { email: "other@x.example" });
		expect((await other("GET", "/v1/agents/b")).status).toBe(200);
		const spent = await other("POST", "/v1/spend", { agent: "b", tokens: 1 });
		expect([spent.body.effect, spent.body.reasons[0].code]).toEqual(["deny", "unknown-agent"]);
		expect((await owner("POST", "/v1/spend", { agent: "b", tokens: 1 })).body.effect).toBe("allow");
		expect((await other("POST", "/v1/decide", { agent: "b", request: { kind: "tool", tool: "Read", input: {} } })).body.effect).toBe(
			"deny",
		);
		expect((await other("POST", "/v1/approvals", { agent: "b", rule: "Bash", reason: "x" })).status).toBe(403);
	});

	it("[wire-8-26] lets no agent add an edge, and records that it tried", async () => {
		const tried = await a("POST", `${PATH}/c`);
		expect([tried.status, tried.body.code]).toEqual([403, "person-required"]);
		expect(
			server.home.records("1 = 1").filter((record) => record.principal === "agent:a" && record.code === "person-required"),
		).toHaveLength(1);
	});
});
