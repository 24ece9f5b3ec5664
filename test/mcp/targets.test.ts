import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEAD, type McpClient, openMcp, type TestMcp } from "./open-mcp.ts";

let server: TestMcp;
let parent: McpClient;
const clients = new Map<string, McpClient>();
const as = (id: string): McpClient => {
	const client = clients.get(id);
	if (client === undefined) throw new Error(id);
	return client;
};
const send = (from: string, to: unknown, more: object = {}) => as(from).call("nexus_send", { agent_id: to, content: "done", ...more });
const restricted = (targets: unknown) => ({
	profile: {
		extends: "trusted",
		tools: { allowed: ["nexus_send"], permissions: { nexus_send: { allowed_targets: targets } } },
		messaging: { allowed_targets: targets },
	},
});

beforeAll(async () => {
	server = await openMcp();
	parent = await server.agent("parent", { profile: "trusted", ...LEAD });
	clients.set("parent", parent);
	for (const id of ["child1", "child2"]) clients.set(id, await server.child(id, "parent", { profile: "sandboxed" }));
	clients.set("lonely", await server.agent("lonely", { profile: "sandboxed" }));
	for (const [id, targets] of Object.entries({ head: "children", kin: "family", lister: ["parent", "lonely"], nobody: [] }))
		clients.set(id, await server.agent(id, restricted(targets)));
	clients.set("free", await server.agent("free", { ...LEAD }));
});
afterAll(() => server.close());

describe("the words of NEXUS", () => {
	it("[wire-8-48] a sandboxed child writes to its parent only, and a root to nobody", async () => {
		expect((await send("child1", "parent")).data).toMatchObject({ status: "queued", agent_id: "parent" });
		expect((await parent.call("list_messages")).data.messages).toMatchObject([{ from: "child1", content: "done" }]);
		expect((await send("child1", "child2")).text).toBe("Tool 'nexus_send' can only target parent agent ('parent')");
		expect((await send("lonely", "parent")).text).toBe("Tool 'nexus_send' can only target parent agent ('none')");
	});

	it("[wire-8-49] children, family, a list and an empty list each refuse in their own words", async () => {
		expect((await send("head", "parent")).text).toBe("Tool 'nexus_send' can only target child agents");
		expect((await send("kin", "parent")).text).toBe("Tool 'nexus_send' can only target parent or child agents");
		expect((await send("lister", "child1")).text).toBe("Tool 'nexus_send' cannot target agent 'child1'");
		expect((await send("nobody", "parent")).text).toBe("Tool 'nexus_send' cannot target agent 'parent'");
		expect((await send("free", "parent")).text).toBe("Tool 'nexus_send' cannot target agent 'parent'");
		// A list names who may be reached, without an edge.
		expect((await send("lister", "lonely")).isError).toBe(false);
		await server.edge("lister", "lonely", "block");
		expect((await send("lister", "lonely")).text).toBe("Tool 'nexus_send' cannot target agent 'lonely'");
	});

	it.each(["", null, 7, ["parent"], { id: "parent" }, undefined])("[wire-8-49] the target %j is denied", async (target) => {
		for (const from of ["child1", "head", "kin", "lister", "nobody", "free"]) expect((await send(from, target)).isError).toBe(true);
		expect((await send("child1", target)).text).toBe("Tool 'nexus_send' can only target parent agent ('parent')");
	});

	it("[wire-5-deaf] an agent that does not listen to the caller looks like one that is missing, to every tool that names one", async () => {
		const asker = await server.agent("curious", { ...LEAD });
		await server.agent("deaf-one", { ...LEAD, accept_from: [] });
		await server.edge("curious", "deaf-one");
		for (const [tool, name] of [
			["get_agent", "name"],
			["get_agent_info", "agent_name"],
			["nexus_status", "agent_id"],
			["nexus_cancel", "agent_id"],
			["get_chat_history", "agent_name"],
		] as const) {
			const [deaf, missing] = [await asker.call(tool, { [name]: "deaf-one" }), await asker.call(tool, { [name]: "no-such-1" })];
			const plain = ({ text }: typeof deaf) => text.replaceAll(/rec_[0-9a-f]+/g, "rec").replaceAll(/deaf-one|no-such-1/g, "X");
			expect([tool, deaf.isError, plain(deaf)]).toEqual([tool, true, plain(missing)]);
		}
	});

	it("[wire-5-order] disabled beats level beats target beats arguments", async () => {
		const disabled = await as("child1").call("nexus_status", { agent_id: "child2", nonsense: 1 });
		expect(disabled.text).toBe("Tool 'nexus_status' is disabled by permission policy");
		const levelled = await server.agent("levelled", { profile: { level: "sandboxed", tools: { allowed: ["Read"] } } });
		const level = await levelled.call("nexus_send", { agent_id: "child2", nonsense: 1 });
		expect(level.text).toBe("Tool 'nexus_send' is not allowed at current permission level");
		expect((await send("child1", "child2", { nonsense: 1 })).text).toBe("Tool 'nexus_send' can only target parent agent ('parent')");
		expect((await send("child1", "parent", { nonsense: 1 })).text).toContain("nonsense is not a known key");
		for (const word of ["host", "port"]) expect((await send("child1", "parent", { [word]: "x" })).isError).toBe(true);
	});

	it("[wire-5-uniform] an agent that is missing, blocked or ended answers like one that was never in reach", async () => {
		await server.agentKey("gone");
		await server.edge("free", "gone");
		expect((await send("free", "gone")).isError).toBe(false);
		await server.home.authority.terminate(
			{ principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null },
			"gone",
		);
		await server.edge("free", "head", "block");
		for (const target of ["gone", "head", "never", "parent", "root", "..", "a b"])
			expect((await send("free", target)).text).toBe(`Tool 'nexus_send' cannot target agent '${target}'`);
		const codes = server.home.records("agent = 'free' AND effect = 'deny'").map(({ code }) => code);
		expect(codes).toContain("target-blocked");
		const explained = await as("free").call("explain_denial");
		expect(explained.data).toMatchObject({ effect: "deny", code: "no-edge" });
		for (const { id } of server.home.records("agent = 'free' AND effect = 'deny'").slice(-7))
			expect((await as("free").call("explain_denial", { decision_id: id })).data.code).toBe("no-edge");
	});
});

describe("agents that agents make", () => {
	it("[wire-8-50] a child that would have more than its maker is refused, and nothing is left of it", async () => {
		const before = [server.home.rows(), server.home.directories()];
		const refused = await parent.call("nexus_create", { agent_id: "wide", preset: "trusted" });
		expect([refused.isError, refused.data.code]).toEqual([true, "escalation"]);
		expect(refused.data.escalations[0]).toEqual({ dimension: expect.any(String), parent: expect.anything(), requested: expect.anything() });
		expect([server.home.rows(), server.home.directories()]).toEqual(before);
		expect(server.home.records("kind = 'spawn'").at(-1)).toMatchObject({ agent: "wide", effect: "deny", code: "escalation" });
		const clamped = await parent.call("nexus_create", { agent_id: "wide", preset: "trusted", fit: "clamp" });
		expect(clamped.data).toMatchObject({ agent_id: "wide", status: "created" });
	});

	it("[wire-5-presets] a preset is a profile, yolo is refused, and nobody sees a child's key", async () => {
		const admin = await server.connect();
		for (const client of [parent, admin]) {
			const refused = await client.call("nexus_create", { agent_id: "free-one", preset: "yolo" });
			expect([refused.isError, refused.data.code]).toEqual([true, "spawn-not-allowed"]);
		}
		expect((await parent.call("nexus_create", { agent_id: "x", preset: "root" })).isError).toBe(true);
		const made = await parent.call("nexus_create", { agent_id: "worker", disable_tools: ["Write"], initial_message: "begin" });
		expect(made.data).toMatchObject({ agent_id: "worker", status: "created", profile: "sandboxed", message_id: expect.any(String) });
		expect(made.text).not.toContain("api_key");
		expect((await admin.call("create_agent", { name: "mine", tools: ["Read"] })).data.api_key).toMatch(/^writ_/);
		expect((await parent.call("create_agent", { name: "../up" })).data.code).toBe("invalid-id");
		expect((await parent.call("nexus_cancel", { agent_id: "worker" })).data).toMatchObject({
			status: "cancelled",
			cancelled: [made.data.message_id],
		});
		expect((await parent.call("nexus_destroy", { agent_id: "worker" })).data).toMatchObject({ agent_id: "worker", status: "terminated" });
	});
});
