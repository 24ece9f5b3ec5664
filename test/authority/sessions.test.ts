import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../src/authority/index.ts";
import type { Answer, TestClient } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";

const LEAD = {
	extends: "trusted",
	capabilities: { agent_messaging: true, spawn_agents: true, multi_agent_todo: true },
	sandbox: { session_share: true },
};

const ADMIN: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };

let home: TestHome;
let local: TestClient;
let ann: TestClient;
beforeAll(async () => {
	home = await openHome();
	local = await home.connect();
	const { api_key } = await local.ask("key:create", { name: "ann", email: "ann@example.com", role: "creator" });
	ann = await home.connect(String(api_key));
});
afterAll(() => home.close());

async function lead(by: TestClient, agent_id: string, more: object = {}): Promise<TestClient> {
	const made = await by.ask("agent:spawn", { agent_id, permission_profile: LEAD, ...more });
	return home.connect(String(made.api_key));
}

/** What an agent is told when it names a session, but for ids that it chose itself and what is random. */
async function named(by: TestClient, agent_id: string, session_id: string): Promise<unknown> {
	const made: Answer = await by.ask("agent:spawn", { agent_id, permission_profile: "restricted", session_id });
	const { agent_id: _, correlation_id: __, sandbox, ...rest } = made;
	const { path: ___, created_at: ____, ...placed } = { ...(sandbox as object) } as Readonly<Record<string, unknown>>;
	return JSON.parse(
		JSON.stringify({ ...rest, placed })
			.replaceAll(session_id, "SESSION")
			.replaceAll(agent_id, "AGENT"),
	);
}

describe("sessions of other owners", () => {
	it("[authority-session-untold] an agent that names one is answered as if the name were free, and joins nothing of it", async () => {
		await lead(ann, "hers", { session_id: "secret", sandbox_config: { mode: "shared" } });
		const boss = await lead(local, "boss");
		expect(await named(boss, "kid-1", "secret")).toEqual(await named(boss, "kid-2", "free"));
		// What exists under one's own owner is told in the same words for both.
		expect(await named(boss, "kid-3", "secret")).toEqual(await named(boss, "kid-4", "free"));
		const info = await boss.ask("agent:info", { agent_id: "kid-1" });
		expect(JSON.stringify(info)).not.toContain("~");
		expect((info.agent as { session_id: string }).session_id).toBe("secret");
		const kid = await local.ask("sandbox:get", { agent_id: "kid-1" });
		const hers = await local.ask("sandbox:get", { agent_id: "hers" });
		expect(JSON.stringify(kid.sandbox)).not.toContain((hers.sandbox as { path: string }).path);
	});

	it("[authority-session-untold] its children join it by its name, and its list is its own", async () => {
		await lead(ann, "lists", { session_id: "plans" });
		const writing: Caller = {
			...{ point: "test", correlationId: null },
			principal: { kind: "person", email: "ann@example.com", role: "creator", keyId: null },
		};
		await home.authority.writeTodos(writing, { list: "lists", items: [{ text: "hers", status: "pending" }] });
		const boss = await lead(local, "planner");
		await boss.ask("agent:spawn", { agent_id: "sub", permission_profile: LEAD, session_id: "plans" });
		const { api_key } = await local.ask("key:create", { name: "sub", scope: "agent", agent_id: "sub" });
		const sub = await home.connect(String(api_key));
		expect(await sub.ask("agent:spawn", { agent_id: "grandkid", permission_profile: "restricted", session_id: "plans" })).toMatchObject({
			...{ status: "created", session_id: "plans" },
		});
		const list = await home.authority.todos(ADMIN, "sub");
		expect(list.ok && list.value).toMatchObject({ list: "plans", items: [] });
	});

	it("[authority-session-forgotten] a session that was removed leaves no list to whoever uses its name next", async () => {
		await lead(local, "old", { session_id: "passing" });
		await home.authority.writeTodos(ADMIN, { list: "old", items: [{ text: "private", status: "pending" }] });
		expect(await local.ask("sandbox:remove", { session_id: "passing", force: true })).toMatchObject({ removed: true });
		await lead(ann, "new", { session_id: "passing" });
		const list = await home.authority.todos(ADMIN, "new");
		expect(list.ok && list.value.items).toEqual([]);
	});
});
