import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcpPolicy } from "../../src/points/mcp/index.ts";
import { LEAD, type McpClient, openMcp, type TestMcp } from "./open-mcp.ts";

let server: TestMcp;
let alice: McpClient;
let bob: McpClient;
beforeAll(async () => {
	server = await openMcp();
	alice = await server.agent("alice", LEAD);
	bob = await server.agent("bob", LEAD);
	await server.agent("carol", LEAD);
	await server.edge("alice", "bob");
});
afterAll(() => server.close());

const names = (data: { readonly agents: readonly { readonly name: string }[] }) => data.agents.map(({ name }) => name).toSorted();
const denials = (agent: string) => server.home.records(`kind = 'decision' AND agent = '${agent}' AND effect = 'deny'`).length;

describe("agents over the model context protocol", () => {
	it("[wire-8-44] an agent sees itself and whom it may write to, a person what is theirs, a system everybody", async () => {
		expect(names((await alice.call("list_agents")).data)).toEqual(["alice", "bob"]);
		expect(names((await bob.call("list_agents")).data)).toEqual(["bob"]);
		const listed = server.home.records("kind = 'mcp'").at(-2);
		expect(listed?.request).toEqual({ action: "listed", shown: 2, total: 3 });
		const guest = await server.connect(await server.personKey("guest@example.org"));
		expect(names((await guest.call("list_agents")).data)).toEqual([]);
		const made = await server.post("/v1/keys", { name: "watcher", scope: "system" });
		const system = await server.connect(((await made.json()) as { api_key: string }).api_key);
		expect(names((await system.call("list_agents")).data)).toEqual(["alice", "bob", "carol"]);
		const team = await alice.call("team_refresh");
		expect(team.data.team).toBe("You may write to these agents:\n- bob (registered)");
		const prompt = await alice.client.getPrompt({ name: "team_refresh" });
		expect(prompt.messages[0]?.content).toEqual({ type: "text", text: team.data.team });
	});

	it("[wire-8-45] a message goes where an edge leads, and nowhere else", async () => {
		const before = denials("alice");
		const denied = await alice.call("chat_with_agent", { agent_name: "carol", message: "hello" });
		expect([denied.isError, JSON.parse(denied.text)]).toEqual([
			true,
			{
				success: false,
				error: "Permission denied",
				message: "Agent 'alice' is not permitted to communicate with 'carol'",
				code: "AGENT_PERMISSION_DENIED",
				reason: "no-edge",
				caller: "alice",
				target: "carol",
			},
		]);
		expect(denials("alice")).toBe(before + 1);
		const missing = await alice.call("chat_with_agent", { agent_name: "nobody", message: "hello" });
		expect(missing.text.replaceAll("nobody", "carol")).toBe(denied.text);
		const sent = await alice.call("chat_with_agent", { agent_name: "bob", message: "hello" });
		expect(sent.data).toMatchObject({ response: null, execution: { queue_status: "queued" }, metadata: { from: "alice" } });
		expect((await bob.call("list_messages")).data.messages).toMatchObject([{ from: "alice", content: "hello" }]);
		expect((await alice.call("chat_with_agent", { agent_name: "alice", message: "me" })).isError).toBe(true);
	});

	it("[wire-5-answer] an agent answers what it was written, also without a way back, and nothing else", async () => {
		const waiting = alice.call("chat_with_agent", { agent_name: "bob", message: "2+2?", wait: true, timeout_seconds: 20 });
		const { messages } = (await bob.call("list_messages", { wait_seconds: 10 })).data;
		const [{ id }] = messages;
		expect((await bob.call("chat_with_agent", { agent_name: "alice", message: "x" })).isError).toBe(true);
		expect((await bob.call("chat_with_agent", { agent_name: "carol", message: "x", in_reply_to: id })).isError).toBe(true);
		const answered = await bob.call("chat_with_agent", { agent_name: "alice", message: "4", in_reply_to: id });
		expect([answered.isError, answered.text]).toEqual([false, expect.stringContaining('"in_reply_to"')]);
		expect((await waiting).data.response).toBe("4");
		const history = (await alice.call("get_chat_history", { agent_name: "bob" })).data.messages;
		expect(history.map(({ content }: { content: string }) => content)).toEqual(["4", "2+2?", "hello"]);
	});

	it("[wire-8-46] [wire-5-list] whoever calls, what is listed can be called, and what is not listed is refused as disabled", async () => {
		const quiet = await server.agent("quiet", { profile: "restricted" });
		const denying = await server.agent("denying", { overrides: { tools: { disallowed: ["list_agents", "my_writ"] }, ...LEAD.overrides } });
		const ruled = await server.agent("ruled", { overrides: { tools: { allowed: ["nexus_send(target:bob)", "create_agent"] } } });
		const guest = await server.connect(await server.personKey("reader@example.org", "user"));
		const admin = await server.connect();
		for (const client of [alice, quiet, denying, ruled, guest, admin]) {
			const listed = new Set(await client.tools());
			for (const { name } of mcpPolicy()) {
				const tool = String(name);
				// A wrong argument comes last: a tool that is held says so, and nothing runs.
				const { text, isError } = await client.call(tool, { "no such argument": 1 });
				expect([tool, isError]).toEqual([tool, true]);
				expect([tool, / is disabled by permission policy$| is not allowed at current permission level$/.test(text)]).toEqual([
					tool,
					!listed.has(tool),
				]);
			}
		}
		expect(await denying.tools()).not.toContain("list_agents");
		expect(await ruled.tools()).toEqual(expect.arrayContaining(["nexus_send", "create_agent", "my_writ"]));
		expect(await ruled.tools()).not.toContain("chat_with_agent");
		expect(await guest.tools()).not.toContain("create_agent");
		expect(await admin.tools()).toContain("nexus_shutdown");
	});

	it.each(mcpPolicy().filter(({ param }) => param !== null))(
		"[wire-5-gates] $name denies an agent that is out of reach before it runs, and says the same of one that is not there",
		async ({ name, param }) => {
			const rest = { message: "x", content: "x" };
			const count = server.home.records("kind = 'decision' AND effect = 'deny'").length;
			const rows = server.home.rows();
			const forbidden = await alice.call(String(name), { [String(param)]: "carol", ...rest });
			const missing = await alice.call(String(name), { [String(param)]: "nobody", ...rest });
			expect([forbidden.isError, missing.text.replaceAll("nobody", "carol")]).toEqual([true, forbidden.text]);
			expect(forbidden.text).toMatch(/is not permitted to communicate with 'carol'|cannot target agent 'carol'/);
			for (const target of ["", 5, null, undefined, ["bob"]])
				expect((await alice.call(String(name), { ...rest, ...(target === undefined ? {} : { [String(param)]: target }) })).isError).toBe(
					true,
				);
			expect(server.home.records("kind = 'decision' AND effect = 'deny'").length).toBe(count + 7);
			expect(server.home.rows()).toBe(rows);
		},
	);

	it.each(["deploy_system", "list_systems", "nexus_shutdown"])("[wire-1-person-only] an agent does not get %s", async (tool) => {
		const { isError, data } = await alice.call(tool, { manifest: "name: x" });
		expect([isError, data.code]).toEqual([true, "person-required"]);
		expect(server.home.records("kind = 'decision'").at(-1)).toMatchObject({
			agent: "alice",
			code: "person-required",
			effect: "deny",
			point: "mcp",
		});
		expect(server.stopped()).toBe(false);
	});

	it("[wire-8-47] only who started an agent sees its log, stops it or ends it", async () => {
		expect((await alice.call("create_agent", { name: "kid-1", profile: "restricted" })).data).toMatchObject({
			name: "kid-1",
			status: "created",
		});
		await alice.call("create_agent", { name: "kid-2", profile: "restricted", fit: "clamp" });
		const sister = await server.connect(await keyOf("kid-1"));
		expect((await sister.call("get_agent_logs", { agent_name: "kid-2" })).isError).toBe(true);
		expect((await bob.call("stop_agent", { name: "kid-1" })).data.code).toBe("AGENT_PERMISSION_DENIED");
		expect((await alice.call("stop_agent", { name: "alice" })).isError).toBe(true);
		expect((await alice.call("get_agent_logs", { agent_name: "alice" })).data.lines).toBeGreaterThan(0);
		expect((await alice.call("get_agent_logs", { agent_name: "kid-1", lines: 5 })).isError).toBe(false);
		expect((await alice.call("stop_agent", { name: "kid-1" })).data).toEqual({ name: "kid-1", status: "stopped" });
		expect((await sister.call("my_writ")).isError).toBe(true);
		expect(await sister.tools()).toEqual([]);
		expect((await alice.call("start_agent", { name: "kid-1" })).data.status).toBe("running");
		await server.edge("alice", "kid-2", "block");
		expect((await alice.call("nexus_destroy", { agent_id: "kid-2" })).text).toBe("Tool 'nexus_destroy' cannot target agent 'kid-2'");
		expect((await alice.call("delete_agent", { name: "kid-2" })).data).toEqual({ name: "kid-2", status: "terminated", cascaded: [] });
	});

	it("[wire-5-deploy] a person deploys a system and sees it", async () => {
		const admin = await server.connect();
		const manifest = "name: crew\nagents:\n  lead: {}\n  worker: {}\npermissions:\n  preset: full-mesh\n";
		expect((await admin.call("deploy_system", { manifest, dry_run: true })).data).toMatchObject({ status: "valid", agents_created: [] });
		expect((await admin.call("deploy_system", { manifest })).data).toMatchObject({ status: "deployed", permissions_configured: 2 });
		const { systems } = (await admin.call("list_systems")).data;
		expect(systems).toMatchObject([{ name: "crew", agents: [{ name: "crew-lead" }, { name: "crew-worker" }] }]);
		expect((await admin.call("nexus_shutdown")).data).toEqual({ status: "shutting_down" });
		await expect.poll(() => server.stopped()).toBe(true);
	});
});

async function keyOf(agent: string): Promise<string> {
	const response = await server.post(`/v1/agents/${agent}/key`, {});
	return ((await response.json()) as { api_key: string }).api_key;
}
