import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type McpClient, openMcp, type TestMcp } from "./open-mcp.ts";

let server: TestMcp;
let asker: McpClient;
let other: McpClient;
beforeAll(async () => {
	server = await openMcp();
	asker = await server.agent("asker", { overrides: { approvals: { deadline_seconds: 2 } } });
	other = await server.agent("other");
	await server.edge("asker", "other");
});
afterAll(() => server.close());

async function json(response: Promise<Response>): Promise<Readonly<Record<string, unknown>>> {
	return (await (await response).json()) as Readonly<Record<string, unknown>>;
}

describe("asking for permission", () => {
	it("[wire-8-51] an approval makes a grant, the tool works with it, and no more when it is revoked", async () => {
		const chat = () => asker.call("chat_with_agent", { agent_name: "other", message: "hi" });
		expect((await chat()).text).toBe("Tool 'chat_with_agent' is disabled by permission policy");
		expect(await asker.tools()).not.toContain("chat_with_agent");
		const asking = asker.call("request_permission", { rule: "chat_with_agent", reason: "to talk", wait_seconds: 30 });
		const asked = () => server.home.records("kind = 'approval'").map(({ request }) => (request as { approval: string }).approval);
		await expect.poll(asked).toHaveLength(1);
		const [id = ""] = asked();
		const answered = await json(server.post(`/v1/approvals/${id}/answer`, { effect: "allow", scope: "session" }));
		expect((await asking).data).toMatchObject({ request_id: id, status: "approved" });
		expect(await asker.tools()).toContain("chat_with_agent");
		expect((await chat()).isError).toBe(false);
		const grant = (answered.grant as { id: string } | undefined)?.id ?? "";
		const revoked = await fetch(new URL(`/v1/grants/${grant}`, server.url), {
			method: "DELETE",
			headers: { Authorization: `Bearer ${server.adminKey}` },
		});
		expect(revoked.ok).toBe(true);
		expect((await chat()).text).toBe("Tool 'chat_with_agent' is disabled by permission policy");
		expect(await asker.tools()).not.toContain("chat_with_agent");
	});

	it("[wire-8-52] when nobody answers it is denied at the deadline", async () => {
		const refused = await asker.call("request_permission", { rule: "nexus_send", reason: "please", wait_seconds: 20 });
		expect([refused.isError, refused.data]).toMatchObject([true, { code: "approval-timeout", status: "expired" }]);
		expect(await asker.tools()).not.toContain("nexus_send");
		const bad = await asker.call("request_permission", { rule: "Bash(", reason: "x" });
		expect(bad.isError).toBe(true);
	});

	it("[wire-5-grant-once] a grant for one call is used up by one call", async () => {
		const granted = await server.post("/v1/grants", { agent: "asker", rule: "chat_with_agent", scope: "calls", calls: 1, reason: "once" });
		expect(granted.status).toBe(201);
		expect((await asker.call("chat_with_agent", { agent_name: "other", message: "one" })).isError).toBe(false);
		expect((await asker.call("chat_with_agent", { agent_name: "other", message: "two" })).isError).toBe(true);
	});
});

describe("an agent about itself", () => {
	it("[wire-5-self] sees its writ, tries a request without making it, and hears why it was denied", async () => {
		expect((await asker.call("my_writ")).data).toMatchObject({ agent: "asker", profile: "standard", permissions: { level: "standard" } });
		const count = server.home.records("kind = 'decision' AND agent = 'asker'").length;
		const allowed = await asker.call("check", { request: { kind: "tool", tool: "Read", input: { file_path: "a.txt" } } });
		expect(allowed.data.effect).toBe("allow");
		expect((await asker.call("check", { request: { kind: "command", command: "ls" } })).data.effect).toBe("deny");
		for (const request of [null, 7, {}, { kind: "dance" }]) expect((await asker.call("check", { request })).data.effect).toBe("deny");
		// Each call of check is recorded, what it tried is not.
		expect(server.home.records("kind = 'decision' AND agent = 'asker'").length).toBe(count + 6);
		await asker.call("get_agent", { name: "other" });
		const explained = (await asker.call("explain_denial")).data;
		expect(explained).toMatchObject({ agent: "asker", code: "tool-not-allowed", request: { tool: "get_agent" } });
		expect(explained.explanation).toContain("What would allow it");
		expect((await other.call("explain_denial", { decision_id: explained.decision_id })).data.code).toBe("not-found");
		expect((await asker.call("list_templates")).data.templates).toContainEqual(expect.objectContaining({ name: "local:base_agent" }));
	});

	it("[wire-5-todo] a family shares one list, whose changes are recorded and whose version is checked", async () => {
		const parentKey = await server.agentKey("todo-parent", { overrides: { capabilities: { spawn_agents: true } } });
		const parent = await server.connect(parentKey);
		const child = await server.child("todo-child", "todo-parent");
		expect((await child.call("todo_read")).data).toEqual({ list: "todo-parent", version: 0, items: [] });
		const written = await child.call("todo_write", { items: [{ text: "look", status: "pending", assignee: "todo-child" }], version: 0 });
		expect(written.data).toMatchObject({ version: 1, items: [{ id: expect.any(String), text: "look", status: "pending" }] });
		expect((await parent.call("todo_read")).data).toEqual(written.data);
		const stale = await parent.call("todo_write", { items: [], version: 0 });
		expect([stale.isError, stale.data.code]).toEqual([true, "stale"]);
		expect((await other.call("todo_read")).data.items).toEqual([]);
		expect((await other.call("todo_read", { list: "todo-parent" })).isError).toBe(true);
		expect((await parent.call("todo_write", { items: [{ text: "x", status: "perhaps" }] })).isError).toBe(true);
		const records = server.home.records("kind = 'note'").filter(({ request }) => (request as { action: string }).action === "todo-written");
		expect(records).toMatchObject([{ principal: "agent:todo-child", request: { list: "todo-parent", version: 1, items: 1 } }]);
		const admin = await server.connect();
		expect((await admin.call("todo_read", { list: "todo-child" })).data).toEqual(written.data);
	});
});
