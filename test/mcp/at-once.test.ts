import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEAD, type McpClient, openMcp, type TestMcp } from "./open-mcp.ts";

let server: TestMcp;
let asker: McpClient;

const look = (name: string) => asker.call("get_agent", { name });
const seen = async (name: string): Promise<boolean> => !(await look(name)).isError;
/** Twice: the second one is decided with what is kept of the first. */
const seenTwice = async (name: string): Promise<boolean> => (await seen(name)) && (await seen(name));
const decisions = (): number => server.home.records("kind = 'decision'").length;
const put = async (path: string, body: object, method = "PUT"): Promise<void> => {
	const headers = { Authorization: `Bearer ${server.adminKey}`, "Content-Type": "application/json" };
	const response = await fetch(new URL(path, server.url), {
		method,
		headers,
		...(method === "DELETE" ? {} : { body: JSON.stringify(body) }),
	});
	if (!response.ok) throw new Error(await response.text());
};

beforeAll(async () => {
	server = await openMcp({ at: Date.now() });
	asker = await server.agent("asker", LEAD);
	for (const id of ["friend", "short", "rated", "member", "ended", "stranger", "blocked"]) await server.agentKey(id);
});
afterAll(() => server.close());

describe("a call that is decided with what is kept of the one before", () => {
	it("[wire-2-at-once] has one record, as any other", async () => {
		await server.edge("asker", "friend");
		expect(await seen("friend")).toBe(true);
		const before = decisions();
		expect(await seenTwice("friend")).toBe(true);
		expect(decisions()).toBe(before + 2);
		const [, last] = server.home.records("kind = 'decision'").slice(-2);
		expect(last).toMatchObject({ agent: "asker", effect: "allow" });
		expect(last).toMatchObject({ request: { tool: "get_agent", input: { name: "friend" } }, point: "mcp" });
	});

	it("[wire-2-at-once] ends with the edge, with a block, and with a group that is left", async () => {
		expect(await seenTwice("friend")).toBe(true);
		await server.edge("asker", "friend", "block");
		expect(await seen("friend")).toBe(false);
		await put("/v1/edges/asker/friend", {}, "DELETE");
		expect(await seen("friend")).toBe(false);
		await put("/v1/groups/club", { members: ["member"] });
		await put("/v1/edges/asker/group:club", { effect: "allow" });
		expect(await seenTwice("member")).toBe(true);
		await put("/v1/groups/club", { members: [] });
		expect(await seen("member")).toBe(false);
	});

	it("[wire-2-at-once] ends with the time of an edge, and with its rate", async () => {
		await put("/v1/edges/asker/short", { effect: "allow", expires_at: new Date(server.home.clock.now() + 60_000).toISOString() });
		await put("/v1/edges/asker/rated", { effect: "allow", rate: { count: 1, per_seconds: 3_600 } });
		expect(await seenTwice("short")).toBe(true);
		expect(await seenTwice("rated")).toBe(true);
		expect((await asker.call("chat_with_agent", { agent_name: "rated", message: "x" })).isError).toBe(false);
		expect(await seen("rated")).toBe(false);
		server.home.clock.move(61_000);
		expect(await seen("short")).toBe(false);
	});

	it("[wire-2-at-once] ends with the agent that is looked at, and with the one that looks", async () => {
		await server.edge("asker", "ended");
		expect(await seenTwice("ended")).toBe(true);
		await put("/v1/agents/ended", {}, "DELETE");
		expect(await look("ended")).toMatchObject({ isError: true, data: { code: "AGENT_PERMISSION_DENIED", reason: "no-edge" } });
		await server.agentKey("ended");
		expect(await seen("ended")).toBe(false);
		await server.edge("asker", "friend");
		expect(await seenTwice("friend")).toBe(true);
		await server.post("/v1/agents/asker/stop", {});
		expect(await seen("friend")).toBe(false);
		await server.post("/v1/agents/asker/start", {});
		expect(await seenTwice("friend")).toBe(true);
	});

	it("[wire-2-at-once] a missing agent, a stranger and a blocked one are denied in the same words however often", async () => {
		await server.edge("asker", "blocked", "block");
		for (let time = 0; time < 3; time++) {
			const answers = await Promise.all(["nobody", "stranger", "blocked"].map(look));
			const words = answers.map(({ text }) => text.replace(/nobody|stranger|blocked/g, "X"));
			expect(new Set(words).size).toBe(1);
			expect(answers.every(({ isError }) => isError)).toBe(true);
		}
	});
});

describe("a call whose record cannot be written", () => {
	it("[wire-2-no-record-no-answer] gives an error without data, decided at once or not, and works again afterwards", async () => {
		await server.edge("asker", "friend");
		for (const looked of [false, true]) {
			if (looked) expect(await seenTwice("friend")).toBe(true);
			const thief = server.home.database();
			thief.exec("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE");
			const before = decisions();
			const answers = await Promise.all(Array.from({ length: looked ? 3 : 1 }, () => look("friend")));
			thief.exec("ROLLBACK");
			thief.close();
			for (const answer of answers) {
				expect(answer).toMatchObject({ isError: true, data: { code: "authority-unavailable", decision_id: null } });
				expect(answer.data).not.toHaveProperty("status");
				expect(answer.text).not.toContain("registered");
			}
			expect(decisions()).toBe(before);
			expect(await seenTwice("friend")).toBe(true);
		}
		expect((await server.home.authority.verify()).ok).toBe(true);
	}, 30_000);

	it("[wire-2-no-record-no-answer] a store that is closed answers nothing", async () => {
		const other = await openMcp();
		try {
			const client = await other.agent("asker", LEAD);
			await other.agentKey("friend");
			await other.edge("asker", "friend");
			expect((await client.call("get_agent", { name: "friend" })).isError).toBe(false);
			await other.home.authority.close();
			const answer = await client.call("get_agent", { name: "friend" }).catch((error: unknown) => ({ isError: true, text: String(error) }));
			expect(answer.isError).toBe(true);
			expect(answer.text).not.toContain("registered");
		} finally {
			await other.close().catch(() => undefined);
		}
	});
});
