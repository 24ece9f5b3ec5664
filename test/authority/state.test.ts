import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, TestClient } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";

let home: TestHome;
let person: TestClient;
beforeAll(async () => {
	home = await openHome();
	person = await home.connect();
});
afterAll(() => home.close());

const TALKER = {
	tools: { allowed: ["Read", "nexus_send", "TodoRead"] },
	filesystem: { read_paths: ["./workspace"] },
	capabilities: { agent_messaging: true, spawn_agents: true },
};
const READ = { kind: "tool", tool: "Read", input: { file_path: "a" } };

async function spawn(agent_id: string, data: object = {}): Promise<TestClient> {
	const spawned = await person.ask("agent:spawn", { agent_id, permission_profile: TALKER, ...data });
	expect(spawned.error).toBe(undefined);
	return home.connect(String(spawned.api_key));
}
const connectPair = async (one: string, other: string): Promise<void> => {
	await person.ask("edge:set", { source: one, target: other });
	await person.ask("edge:set", { source: other, target: one });
};
const write = (client: TestClient, agent_id: string, more: object = {}): Promise<Answer> =>
	client.ask("agent:send_message", { agent_id, message: "x", ...more });

describe("lineage", () => {
	it("[authority-state-59] a tightened parent binds its descendants at their next decision", async () => {
		await spawn("t-parent");
		await spawn("t-child", { parent_agent_id: "t-parent" });
		const grandchild = await spawn("t-grandchild", { parent_agent_id: "t-child" });
		expect(await grandchild.ask("permission:decide", { request: READ })).toMatchObject({ effect: "allow" });
		const before = await person.ask("permission:get_agent", { agent_id: "t-parent" });
		const tightened = await person.ask("permission:set_agent", {
			agent_id: "t-parent",
			permissions: { ...TALKER, tools: { allowed: ["TodoRead"] } },
		});
		expect(tightened.writ_digest).not.toBe(before.writ_digest);
		expect(await grandchild.ask("permission:decide", { request: READ })).toMatchObject({ effect: "deny" });
		expect(await grandchild.ask("permission:get_agent", { agent_id: "t-grandchild" })).toMatchObject({
			permissions: { tools: { allowed: ["TodoRead"] } },
		});
		await person.ask("permission:remove_agent", { agent_id: "t-parent" });
		expect(await grandchild.ask("permission:decide", { request: { kind: "tool", tool: "TodoRead", input: {} } })).toMatchObject({
			effect: "deny",
		});
	});

	it("[authority-state-60] ending a parent ends its descendants, deepest first, with their keys, sandboxes and messages", async () => {
		await spawn("e-1");
		await spawn("e-2", { parent_agent_id: "e-1" });
		const third = await person.ask("agent:spawn", { agent_id: "e-3", permission_profile: TALKER, parent_agent_id: "e-2" });
		const { path } = third.sandbox as { path: string };
		await person.ask("agent:send_message", { agent_id: "e-3", message: "too late" });
		const asked = await person.ask("permission:request", { agent_id: "e-3", rule: "Write", reason: "x" });
		expect(existsSync(join(path, "workspace"))).toBe(true);
		expect(await person.ask("agent:terminate", { agent_id: "e-1", force: true })).toMatchObject({
			agent_id: "e-1",
			status: "terminated",
			cascaded: ["e-3", "e-2"],
		});
		expect(existsSync(path)).toBe(false);
		const [refused] = await home.pipe(`${JSON.stringify({ event: "system:connect", data: { key: third.api_key } })}\n`);
		expect(refused).toMatchObject({ status: "failed" });
		expect(await person.ask("permission:answer", { request_id: asked.request_id, effect: "allow", scope: "once" })).toMatchObject({
			status: "failed",
		});
		expect(home.records("agent = 'e-3'").map(({ request }) => (request as { action?: string }).action)).toEqual(
			expect.arrayContaining(["undeliverable", "terminated", "removed"]),
		);
	});

	it("[authority-id-free-again] the id of an ended agent is free again, for another agent that inherits nothing", async () => {
		await spawn("again");
		const first = await person.ask("agent:info", { agent_id: "again" });
		await person.ask("grant:create", { agent_id: "again", rule: "Write", scope: "session" });
		await person.ask("agent:send_message", { agent_id: "again", message: "old" });
		await person.ask("agent:terminate", { agent_id: "again" });
		const second = await spawn("again");
		const info = await person.ask("agent:info", { agent_id: "again" });
		expect((info.agent as { uid: string }).uid).not.toBe((first.agent as { uid: string }).uid);
		expect(await second.ask("message:receive")).toMatchObject({ messages: [] });
		expect(await person.ask("grant:list", { agent_id: "again" })).toMatchObject({ grants: [] });
	});

	it("[authority-terminate-who] is ended by itself, its parent, its owner or an administrator, and by nobody else", async () => {
		const parent = await spawn("w-parent");
		const child = await spawn("w-child", { parent_agent_id: "w-parent" });
		const grandchild = await spawn("w-grandchild", { parent_agent_id: "w-child" });
		expect(await grandchild.ask("agent:terminate", { agent_id: "w-child" })).toMatchObject({ error: "Agent w-child not found" });
		expect(await parent.ask("agent:terminate", { agent_id: "w-grandchild" })).toMatchObject({ status: "failed" });
		expect(await child.ask("agent:terminate", { agent_id: "w-grandchild" })).toMatchObject({ status: "terminated" });
		expect(await child.ask("agent:terminate", { agent_id: "w-child" })).toMatchObject({ status: "terminated" });
		expect(await parent.ask("agent:terminate", { all: true })).toMatchObject({ succeeded: ["w-parent"] });
	});

	it("[authority-state-61] restart and rename keep edges, digest, children and keys", async () => {
		const parent = await spawn("r-old");
		const child = await spawn("r-child", { parent_agent_id: "r-old" });
		await spawn("r-friend");
		await connectPair("r-old", "r-friend");
		const before = await person.ask("agent:info", { agent_id: "r-old" });
		const edges = await person.ask("edge:list", { source: "r-old" });
		await person.ask("agent:restart", { agent_id: "r-old" });
		expect((await person.ask("agent:info", { agent_id: "r-old" })).agent).toMatchObject({ ...(before.agent as object) });
		expect((await person.ask("edge:list", { source: "r-old" })).edges).toEqual(edges.edges);
		expect(await person.ask("agent:rename", { agent_id: "r-old", to: "r-new" })).toMatchObject({ agent_id: "r-new" });
		expect(await person.ask("agent:info", { agent_id: "r-new" })).toMatchObject({
			agent: { writ_digest: (before.agent as { writ_digest: string }).writ_digest, children: ["r-child"] },
		});
		expect(await person.ask("agent:info", { agent_id: "r-old" })).toMatchObject({ error: "Agent r-old not found" });
		expect(await child.ask("permission:decide", { request: READ })).toMatchObject({ effect: "allow" });
		expect(await write(child, "r-new")).toMatchObject({ status: "sent" });
		const again = await home.connect();
		expect(await again.ask("message:receive", { agent_id: "r-new" })).toMatchObject({ messages: [{ from: "r-child" }] });
		parent.close();
	});
});

describe("messages", () => {
	it("[authority-state-63] two that wait for each other: the second hears wait-cycle at once", async () => {
		const [a, b] = [await spawn("c-a"), await spawn("c-b")];
		await connectPair("c-a", "c-b");
		const waiting = write(a, "c-b", { wait: true, timeout_seconds: 3 });
		await expect.poll(async () => (await b.ask("message:receive", { peek: true })).messages).toHaveLength(1);
		const begun = performance.now();
		expect(await write(b, "c-a", { wait: true, timeout_seconds: 30 })).toMatchObject({ code: "wait-cycle", retryable: false });
		expect(performance.now() - begun).toBeLessThan(1_000);
		const { messages } = await b.ask("message:receive");
		await b.ask("message:answer", { message_id: (messages as { id: string }[])[0]?.id, content: "here" });
		expect(await waiting).toMatchObject({ status: "sent", answer: "here" });
	});

	it("[authority-wait-deadline] a wait that nobody answers ends with deadline, and the message stays queued", async () => {
		const a = await spawn("d-a");
		await spawn("d-b");
		await connectPair("d-a", "d-b");
		expect(await write(a, "d-b", { wait: true, timeout_seconds: 0.2 })).toMatchObject({ code: "deadline" });
		expect(await person.ask("message:receive", { agent_id: "d-b", peek: true })).toMatchObject({ messages: [{ state: "queued" }] });
	});

	it("[authority-state-64] a ping-pong deeper than eight is refused for good", async () => {
		const clients = [await spawn("p-0"), await spawn("p-1")];
		await connectPair("p-0", "p-1");
		let answer: Answer = {};
		let sent = 0;
		for (let turn = 0; turn < 12; turn++) {
			const [from, to] = [clients[turn % 2], clients[(turn + 1) % 2]];
			if (from === undefined || to === undefined) throw new Error("no client");
			answer = await write(from, `p-${(turn + 1) % 2}`);
			if (answer.status !== "sent") break;
			sent++;
			await to.ask("message:receive");
		}
		expect(sent).toBe(8);
		expect(answer).toMatchObject({ code: "chain-depth", retryable: false });
	});

	it("[authority-state-65] a stopped agent is denied everything, its mailbox accepts, and what came is there in order after the start", async () => {
		const agent = await spawn("s-agent");
		await person.ask("agent:stop", { agent_id: "s-agent" });
		expect(await agent.ask("permission:decide", { request: READ })).toMatchObject({ effect: "deny" });
		for (const text of ["one", "two", "three"]) await person.ask("agent:send_message", { agent_id: "s-agent", message: text });
		await person.ask("agent:start", { agent_id: "s-agent" });
		const { messages } = await agent.ask("message:receive");
		expect((messages as { content: string }[]).map(({ content }) => content)).toEqual(["one", "two", "three"]);
		expect(await agent.ask("permission:decide", { request: READ })).toMatchObject({ effect: "allow" });
	});

	it("[authority-redelivered] what was taken and not answered before a restart is offered again, marked", async () => {
		const first = await openHome();
		const client = await first.connect();
		await client.ask("agent:spawn", { agent_id: "taker" });
		await client.ask("agent:send_message", { agent_id: "taker", message: "work" });
		await client.ask("message:receive", { agent_id: "taker" });
		const second = await first.reopen();
		expect(await (await second.connect()).ask("message:receive", { agent_id: "taker" })).toMatchObject({
			messages: [{ content: "work", redelivered: true }],
		});
		await second.close();
	});

	it("[authority-message-rules] a rule about targets for one verb binds every way to send", async () => {
		const profile = {
			...TALKER,
			tools: { allowed: ["nexus_send", "chat_with_agent"], permissions: { chat_with_agent: { allowed_targets: ["m-b"] } } },
		};
		const a = await spawn("m-a", { permission_profile: profile });
		for (const id of ["m-b", "m-c"]) {
			await spawn(id);
			await connectPair("m-a", id);
		}
		expect(await write(a, "m-b")).toMatchObject({ status: "sent" });
		expect(await write(a, "m-c")).toMatchObject({ code: "AGENT_PERMISSION_DENIED" });
		expect(await a.ask("message:publish", { message: { to: "m-c", content: "x" } })).toMatchObject({ code: "AGENT_PERMISSION_DENIED" });
	});

	it("[authority-listed-is-callable] an agent lists exactly those to whom it may write", async () => {
		const a = await spawn("l-a", { permission_profile: { ...TALKER, messaging: { allowed_targets: ["l-b", "l-c"] } } });
		for (const id of ["l-b", "l-c", "l-d"]) await spawn(id);
		await person.ask("edge:set", { source: "l-a", target: "l-c", effect: "block" });
		await person.ask("edge:set", { source: "l-a", target: "l-d" });
		const { agents } = await a.ask("agent:list");
		const reached = [];
		for (const id of ["l-b", "l-c", "l-d"]) if ((await write(a, id)).status === "sent") reached.push(id);
		expect(reached).toEqual(["l-b"]);
		expect((agents as { agent_id: string }[]).map(({ agent_id }) => agent_id).toSorted()).toEqual(["l-a", ...reached]);
	});
});

describe("budgets", () => {
	it("[authority-state-66] what a child spends is its parent's too, and what does not fit is refused whole", async () => {
		const limits = { ...TALKER, resources: { max_total_tokens: 1_000, max_tokens_per_request: 1_000 } };
		const parent = await spawn("b-parent", { permission_profile: limits });
		const child = await spawn("b-child", { permission_profile: limits, parent_agent_id: "b-parent" });
		expect(await child.ask("resource:report", { tokens: 900 })).toMatchObject({ spent: { tokens: 900 }, remaining: { tokens: 100 } });
		expect(await parent.ask("resource:report", { tokens: 101 })).toMatchObject({ code: "budget-exhausted", reasons: [{}] });
		expect(await parent.ask("resource:usage")).toMatchObject({ remaining: { tokens: 100 } });
		expect(await parent.ask("resource:report", { tokens: 100 })).toMatchObject({ remaining: { tokens: 0 } });
		expect(await child.ask("resource:report", { tokens: 1 })).toMatchObject({ code: "budget-exhausted" });
		await person.ask("agent:terminate", { agent_id: "b-child" });
		expect(await parent.ask("resource:usage")).toMatchObject({ remaining: { tokens: 0 } });
	});
});
