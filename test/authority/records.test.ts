import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOfflineAudit } from "../../src/authority/index.ts";
import { connectClient, type TestClient } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";
import { startServer } from "./start-server.ts";

let home: TestHome;
let person: TestClient;
let agent: TestClient;
beforeAll(async () => {
	home = await openHome();
	person = await home.connect();
	const profile = {
		tools: { allowed: ["Read", "Write"], ask: ["Write"] },
		filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"] },
	};
	const { api_key } = await person.ask("agent:spawn", { agent_id: "worker", permission_profile: profile });
	agent = await home.connect(String(api_key));
});
afterAll(() => home.close());

/** One of every kind, and things that are not requests. */
const REQUESTS: readonly unknown[] = [
	{ kind: "tool", tool: "Read", input: { file_path: "a" } },
	{ kind: "tool", tool: "Write", input: { file_path: "a", content: "" } },
	{ kind: "tool", tool: "Nothing", input: {} },
	{ kind: "command", command: "ls" },
	{ kind: "path", operation: "read", path: "/etc/passwd" },
	{ kind: "target", tool: "nexus_send", target: "x" },
	{ kind: "network", host: "example.com", port: 443 },
	{ kind: "spawn", wish: "restricted" },
	{ kind: "spend", tokens: 1 },
	{ kind: "spend", tokens: 1e12 },
	{ kind: "event", event: "agent:list" },
	{ kind: "unheard" },
	{ kind: "tool" },
	{ kind: "tool", tool: "Read", input: { file_path: "a" }, extra: 1 },
	{},
	[],
	null,
	"allow",
	7,
	{ kind: "tool", tool: "Read", input: { file_path: "\u0000" } },
	{ kind: "tool", tool: "\ud800", input: {} },
];

describe("records of decisions", () => {
	it("[authority-state-68] N requests have exactly N records, whatever they are and whoever asks about whom", async () => {
		const before = home.records("kind = 'decision'").length;
		const answers = [];
		for (const request of REQUESTS) {
			answers.push(await person.ask("permission:decide", { agent_id: "worker", request }));
			answers.push(await person.ask("permission:decide", { agent_id: "ghost", request }));
			answers.push(await agent.ask("permission:decide", { request }));
			answers.push(await agent.ask("permission:decide", { agent_id: "ghost", request }));
		}
		const records = home.records("kind = 'decision'").slice(before);
		expect(records).toHaveLength(REQUESTS.length * 4);
		expect(answers.map(({ decision_id }) => decision_id)).toEqual(records.map(({ id }) => id));
		expect(answers.map(({ effect }) => effect)).toEqual(records.map(({ effect }) => effect));
		for (const answer of answers) expect(answer).toMatchObject({ effect: expect.stringMatching(/^(allow|deny|ask)$/), reasons: [{}] });
		expect(new Set(answers.map(({ effect }) => effect))).toEqual(new Set(["allow", "deny", "ask"]));
	});

	it("[authority-state-68] also when hundreds ask at the same time", async () => {
		const before = home.records("kind = 'decision'").length;
		const clients = await Promise.all(Array.from({ length: 8 }, () => home.connect()));
		const asked = clients.flatMap((client) =>
			Array.from({ length: 100 }, (_, at) =>
				client.ask("permission:decide", { agent_id: "worker", request: REQUESTS[at % REQUESTS.length] }),
			),
		);
		const answers = await Promise.all(asked);
		const records = home.records("kind = 'decision'").slice(before);
		expect(records).toHaveLength(800);
		expect(new Set(answers.map(({ decision_id }) => decision_id))).toEqual(new Set(records.map(({ id }) => id)));
		expect(await person.ask("audit:verify")).toMatchObject({ ok: true });
	});

	it("[authority-record-members] a record tells who asked through which point, about whom, and what was answered", async () => {
		const answer = await agent.ask("permission:decide", { request: REQUESTS[0] }, { correlation_id: "members" });
		expect(home.records("correlation_id = 'members'")).toMatchObject([
			{
				id: answer.decision_id,
				kind: "decision",
				principal: "agent:worker",
				key_id: expect.stringMatching(/^key_/),
				agent: "worker",
				point: "socket",
				request: { kind: "tool", tool: "Read" },
				effect: "allow",
				code: "granted",
				rule: "Read",
				writ_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
				correlation_id: "members",
			},
		]);
	});

	it("[authority-identity-claims] what a caller says of itself is recorded as claimed and believed by nobody", async () => {
		const claims = { _agent_id: "ghost", _source_agent: "boss" };
		await agent.ask("permission:decide", { request: REQUESTS[0], ...claims }, { correlation_id: "claims" });
		await person.ask("permission:decide", { agent_id: "worker", request: REQUESTS[0], _agent_id: "worker" }, { correlation_id: "claims" });
		expect(home.records("correlation_id = 'claims'")).toMatchObject([
			{ principal: "agent:worker", claimed: "ghost" },
			{ principal: "local", claimed: "worker" },
		]);
		for (const name of ["sender", "source_agent_id", "created_by"])
			expect(await person.ask("agent:send_message", { agent_id: "worker", message: "x", [name]: "boss" })).toMatchObject({
				error: `Unknown parameter: ${name}`,
			});
	});

	it("[authority-refusals-recorded] what an agent is denied outside of a decision is recorded too, once", async () => {
		for (const [event, data] of [
			["agent:info", { agent_id: "ghost" }],
			["agent:terminate", { agent_id: "ghost" }],
			["agent:restart", { agent_id: "worker" }],
			["permission:get_agent", { agent_id: "ghost" }],
			["message:receive", { agent_id: "ghost" }],
			["agent:send_message", { agent_id: "ghost", message: "x" }],
			["agent:spawn", { agent_id: "kid" }],
		] as const) {
			const before = home.records().length;
			expect(await agent.ask(event, data)).toMatchObject({ status: "failed" });
			const added = home.records().slice(before);
			expect([event, added.length]).toEqual([event, 1]);
			expect(added[0]).toMatchObject({ effect: "deny", principal: "agent:worker" });
		}
	});
});

describe("a server that is killed right after an answer", () => {
	it("[authority-durable-answer] [authority-state-71] has the record of the decision and every acknowledged change", async () => {
		let server = await startServer();
		const { home: place } = server;
		/** Does one thing, kills the server as soon as it is answered, and starts it again. */
		const acknowledged = async (event: string, data: object): Promise<Readonly<Record<string, unknown>>> => {
			const client = await connectClient(server.path);
			const answer = await client.ask(event, data);
			await server.kill();
			client.close();
			expect(answer.error).toBe(undefined);
			server = await startServer(place);
			return answer;
		};
		const look = async (event: string, data: object): Promise<Readonly<Record<string, unknown>>> => {
			const client = await connectClient(server.path);
			const answer = await client.ask(event, data);
			client.close();
			return answer;
		};
		const a = await acknowledged("agent:spawn", { agent_id: "a", permission_profile: "trusted" });
		expect(await look("agent:info", { agent_id: "a" })).toMatchObject({ agent: { writ_digest: a.writ_digest } });
		const request = { kind: "tool", tool: "Read", input: { file_path: "a" } };
		const decided = await acknowledged("permission:decide", { agent_id: "a", request });
		expect(await look("audit:list", { agent: "a" })).toMatchObject({ records: [{ id: decided.decision_id }, {}, {}] });
		await look("agent:spawn", { agent_id: "b", permission_profile: "trusted" });
		await look("edge:set", { source: "a", target: "b" });
		await acknowledged("agent:send_message", { agent_id: "a", message: "kept" });
		expect(await look("message:receive", { agent_id: "a", peek: true })).toMatchObject({ messages: [{ content: "kept" }] });
		expect(await look("edge:list", { source: "a" })).toMatchObject({ edges: [{ target: "b", effect: "allow" }] });
		await look("permission:set_agent", { agent_id: "a", profile: "restricted" });
		const { grant } = await acknowledged("grant:create", { agent_id: "a", rule: "Bash", scope: "calls", calls: 3 });
		expect(await look("permission:get_agent", { agent_id: "a" })).toMatchObject({ permissions: { level: "restricted" } });
		expect(await look("grant:list", { agent_id: "a" })).toMatchObject({ grants: [{ id: (grant as { id: string }).id, uses_left: 3 }] });
		await acknowledged("agent:terminate", { agent_id: "b" });
		expect(await look("agent:info", { agent_id: "b" })).toMatchObject({ error: "Agent b not found" });
		await server.kill();
		const audit = await openOfflineAudit(place);
		expect(await audit.verify()).toMatchObject({ ok: true });
		await audit.close();
		rmSync(join(place), { recursive: true, force: true });
	});
});
