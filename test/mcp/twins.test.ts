import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMcp, type TestMcp } from "./open-mcp.ts";

let server: TestMcp;
beforeAll(async () => {
	server = await openMcp();
});
afterAll(() => server.close());

const LEADS = { agent_messaging: true, spawn_agents: true };

/** A lead with these rules and two children, and the ways in which an agent can call. */
async function lead(id: string, tools: object) {
	const key = await server.agentKey(id, { overrides: { capabilities: LEADS, tools } });
	const client = await server.connect(key);
	for (const child of ["one", "two"]) {
		const made = await server.post("/v1/agents", { id: `${id}-${child}`, profile: "restricted", parent: id });
		expect(made.status).toBe(201);
	}
	const rest = async (method: string, path: string, body?: object) => {
		const response = await fetch(new URL(path, server.url), {
			method,
			headers: { Authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: response.status, body: JSON.parse(await response.text()) };
	};
	return { client, rest, socket: await server.home.connect(key) };
}

async function lives(id: string): Promise<boolean> {
	const local = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null } as const;
	return (await server.home.authority.agent(local, id)).ok;
}

describe("one act under several names", () => {
	it.each([
		["nexus_destroy", "delete_agent", "name"],
		["delete_agent", "nexus_destroy", "agent_id"],
	])("[wire-5-twins] a rule that asks about %s asks about %s, about the route and about the event", async (ruled, called, parameter) => {
		const id = `ask-${ruled.replace("_", "-")}`;
		const { client, rest, socket } = await lead(id, { ask_add: [ruled] });
		const first = await client.call(called, { [parameter]: `${id}-one` });
		expect([first.isError, first.data.code]).toEqual([true, "needs-confirmation"]);
		const route = await rest("DELETE", `/v1/agents/${id}-one`);
		expect([route.status, route.body.code, typeof route.body.approval_id]).toEqual([403, "needs-confirmation", "string"]);
		expect((await rest("DELETE", `/v1/agents/${id}-two?dry_run=true`)).status).toBe(200);
		expect(server.home.records("kind = 'decision'").filter(({ request }) => JSON.stringify(request).includes(`${id}-two`))).toEqual([]);
		expect(await socket.ask("agent:terminate", { agent_id: `${id}-one` })).toMatchObject({ code: "needs-confirmation" });
		const many = await socket.ask("agent:terminate", { agent_ids: [`${id}-one`, `${id}-two`] });
		expect(many).toMatchObject({ success_count: 0 });
		expect([await lives(`${id}-one`), await lives(`${id}-two`)]).toEqual([true, true]);
		const answered = await server.post(`/v1/approvals/${first.data.approval_id}/answer`, { effect: "allow", scope: "once" });
		expect(answered.status).toBe(200);
		expect((await client.call(called, { [parameter]: `${id}-one` })).isError).toBe(false);
		expect([await lives(`${id}-one`), await lives(`${id}-two`)]).toEqual([false, true]);
	});

	it.each([
		["nexus_send", "chat_with_agent"],
		["chat_with_agent", "nexus_send"],
	])("[wire-5-twins] a rule that asks about %s, or forbids it, holds for %s and the route too", async (ruled, called) => {
		const target = (tool: string, id: string) =>
			tool === "nexus_send" ? { agent_id: id, content: "hello" } : { agent_name: id, message: "hello" };
		const asks = `says-${ruled.replaceAll("_", "-")}`;
		const { client, rest } = await lead(asks, { ask_add: [ruled] });
		const first = await client.call(called, target(called, `${asks}-one`));
		expect([first.isError, first.data.code]).toEqual([true, "needs-confirmation"]);
		expect((await rest("POST", `/api/agents/${asks}-one/chat`, { message: "hello" })).body.code).toBe("needs-confirmation");
		expect((await server.post(`/v1/approvals/${first.data.approval_id}/answer`, { effect: "allow", scope: "once" })).status).toBe(200);
		expect((await client.call(called, target(called, `${asks}-one`))).isError).toBe(false);
		expect((await client.call(called, target(called, `${asks}-one`))).data.code).toBe("needs-confirmation");

		const forbids = `mute-${ruled.replaceAll("_", "-")}`;
		const muted = await lead(forbids, { disallowed_add: [ruled] });
		expect((await muted.client.call(called, target(called, `${forbids}-one`))).isError).toBe(true);
		expect((await muted.rest("POST", `/api/agents/${forbids}-one/chat`, { message: "hello" })).status).not.toBe(200);
	});

	it("[wire-5-twins] a rule against one name is one against the others, in the list and in the call, by route and by event", async () => {
		const { client, rest, socket } = await lead("forbid", { disallowed_add: ["nexus_create", "delete_agent", "get_agent_info"] });
		const listed = await client.tools();
		for (const tool of ["create_agent", "nexus_create", "delete_agent", "nexus_destroy", "get_agent", "get_agent_info"])
			expect(listed).not.toContain(tool);
		expect((await client.call("create_agent", { name: "forbid-kid" })).text).toBe("Tool 'create_agent' is disabled by permission policy");
		expect((await client.call("nexus_destroy", { agent_id: "forbid-one" })).text).toBe(
			"Tool 'nexus_destroy' is disabled by permission policy",
		);
		expect((await rest("POST", "/v1/agents", { id: "forbid-kid", profile: "restricted" })).body.code).toBe("tool-disabled");
		expect(await socket.ask("agent:spawn", { agent_id: "forbid-kid", permission_profile: "restricted" })).toMatchObject({
			code: "tool-disabled",
		});
		expect(await socket.ask("agent:terminate", { agent_id: "forbid-one" })).toMatchObject({ code: "tool-disabled" });
		expect([await lives("forbid-kid"), await lives("forbid-one")]).toEqual([false, true]);
	});

	it("[wire-5-twins] a rule about whom binds the other name, and a name that is merely not held binds nothing", async () => {
		const only = { permissions: { nexus_destroy: { allowed_targets: ["whom-two"] } } };
		const { client, rest } = await lead("whom", only);
		expect((await client.call("delete_agent", { name: "whom-one" })).isError).toBe(true);
		const route = await rest("DELETE", "/v1/agents/whom-one");
		const nobody = await rest("DELETE", "/v1/agents/whom-nobody");
		expect([route.status, route.body.code]).toEqual([403, "AGENT_PERMISSION_DENIED"]);
		expect({ ...nobody.body, target: "", message: "", detail: "", request_id: "", decision_id: "" }).toEqual({
			...{ ...route.body, target: "", message: "", detail: "", request_id: "", decision_id: "" },
		});
		expect((await client.call("delete_agent", { name: "whom-two" })).isError).toBe(false);
		const named = await server.agent("named", { overrides: { tools: { allowed_add: ["get_agent"] } } });
		expect(await named.tools()).toContain("get_agent");
		expect(await named.tools()).not.toContain("get_agent_info");
	});
});
