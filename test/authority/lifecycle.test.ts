import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

const WORKER = {
	tools: { allowed: ["Read", "Write"] },
	filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace", "./exports"] },
	capabilities: { agent_messaging: true, spawn_agents: true },
};
const spawn = (agent_id: string, more: object = {}): Promise<Answer> =>
	person.ask("agent:spawn", { agent_id, permission_profile: WORKER, ...more });
const pathOf = (answer: Answer): string => (answer.sandbox as { path: string }).path;
const read = (file_path: string) => ({ request: { kind: "tool", tool: "Read", input: { file_path } } });
const info = async (agent_id: string): Promise<object> => (await person.ask("agent:info", { agent_id })).agent as object;

describe("recreate", () => {
	it("[authority-recreate] [authority-state-61] gives a new, empty sandbox and a new key, and keeps writ, lineage, edges, groups and grants", async () => {
		const before = await spawn("re-a");
		const child = await spawn("re-child", { parent_agent_id: "re-a" });
		await spawn("re-friend");
		await person.ask("edge:set", { source: "re-a", target: "re-friend" });
		await person.ask("group:set", { name: "re-group", members: ["re-a"] });
		await person.ask("grant:create", { agent_id: "re-a", rule: "TodoRead", scope: "calls", calls: 2 });
		const known = await info("re-a");
		const state = async () => ({
			edges: (await person.ask("edge:list", { source: "re-a" })).edges,
			grants: (await person.ask("grant:list", { agent_id: "re-a" })).grants,
		});
		const kept = await state();
		writeFileSync(join(pathOf(before), "workspace/old.txt"), "old");
		const old = await home.connect(String(before.api_key));

		const after = await person.ask("agent:recreate", { agent_id: "re-a" });
		expect(after).toMatchObject({ agent_id: "re-a", status: "registered", writ_digest: before.writ_digest });
		expect(pathOf(after)).not.toBe(pathOf(before));
		expect(readdirSync(join(pathOf(after), "workspace"))).toEqual([]);
		expect(existsSync(pathOf(before))).toBe(false);
		expect(await info("re-a")).toEqual(known);
		expect(await state()).toEqual(kept);

		await old.closed;
		const [refused] = await home.pipe(`${JSON.stringify({ event: "system:connect", data: { key: before.api_key } })}\n`);
		expect(refused).toMatchObject({ status: "failed" });
		const agent = await home.connect(String(after.api_key));
		expect(await agent.ask("permission:decide", read(join(pathOf(after), "workspace/a")))).toMatchObject({ effect: "allow" });
		expect(await agent.ask("permission:decide", read(join(pathOf(before), "workspace/a")))).toMatchObject({ effect: "deny" });
		// Nobody else's key ended.
		expect(await (await home.connect(String(child.api_key))).ask("permission:decide", read("a"))).toMatchObject({ effect: "allow" });
	});

	it("[authority-recreate] what was exported is kept, and messages that were taken are offered again", async () => {
		const parent = await spawn("rx-parent");
		const child = await spawn("rx-child", { parent_agent_id: "rx-parent" });
		writeFileSync(join(pathOf(child), "exports/result.txt"), "42");
		await person.ask("agent:send_message", { agent_id: "rx-child", message: "go on" });
		await person.ask("message:receive", { agent_id: "rx-child" });
		await person.ask("agent:recreate", { agent_id: "rx-child" });
		expect(readFileSync(join(pathOf(parent), "nested/rx-child/exports/result.txt"), "utf8")).toBe("42");
		expect(await person.ask("message:receive", { agent_id: "rx-child" })).toMatchObject({
			messages: [{ content: "go on", redelivered: true }],
		});
	});

	it("[authority-recreate-who] by people and by the own parent, which never sees the key; never by itself, a sibling or a stranger", async () => {
		const parent = await home.connect(String((await spawn("rw-parent")).api_key));
		const one = await home.connect(String((await spawn("rw-one", { parent_agent_id: "rw-parent" })).api_key));
		await spawn("rw-two", { parent_agent_id: "rw-parent" });
		expect(await one.ask("agent:recreate", { agent_id: "rw-one" })).toMatchObject({ status: "failed" });
		expect(await one.ask("agent:recreate", { agent_id: "rw-two" })).toMatchObject({ status: "failed" });
		const { api_key } = await person.ask("key:create", { name: "eve", email: "eve@example.org", role: "operator" });
		const eve = await home.connect(String(api_key));
		expect(await eve.ask("agent:recreate", { agent_id: "rw-two" })).toMatchObject({ error: "Agent rw-two not found" });
		const before = home.directories();
		expect(await person.ask("agent:recreate", { agent_id: "nobody" })).toMatchObject({ error: "Agent nobody not found" });
		expect(home.directories()).toEqual(before);
		const again = await parent.ask("agent:recreate", { agent_id: "rw-two" });
		expect(again).toMatchObject({ agent_id: "rw-two", status: "registered" });
		expect(again.api_key).toBe(undefined);
	});

	it("[authority-recreate] an agent of a shared session keeps the session's files", async () => {
		const shared = { session_id: "re-session", sandbox_config: { mode: "shared" } };
		const one = await spawn("rs-one", { ...shared, permission_profile: { ...WORKER, sandbox: { mode: "shared" } } });
		writeFileSync(join(pathOf(one), "workspace/ours.txt"), "ours");
		const after = await person.ask("agent:recreate", { agent_id: "rs-one" });
		expect(pathOf(after)).toBe(pathOf(one));
		expect(readFileSync(join(pathOf(after), "workspace/ours.txt"), "utf8")).toBe("ours");
	});
});

describe("an id that was another's", () => {
	it("[authority-history-of-id] an agent that gets an id sees nothing of what its former holder did, in records, events and learned profiles", async () => {
		const at = Date.UTC(2026, 0, 1);
		const own = await openHome({ at });
		const admin = await own.connect();
		const people: TestClient[] = [];
		for (const name of ["ann", "bob"]) {
			const { api_key } = await admin.ask("key:create", { name, email: `${name}@example.org`, role: "creator" });
			people.push(await own.connect(String(api_key)));
		}
		const [ann, bob] = people;
		if (ann === undefined || bob === undefined) throw new Error("nobody is there");
		const live = async (owner: TestClient, agent_id: string, file: string): Promise<TestClient> => {
			const spawned = await owner.ask("agent:spawn", { agent_id, permission_profile: WORKER });
			const agent = await own.connect(String(spawned.api_key));
			expect(await agent.ask("permission:decide", read(file))).toMatchObject({ effect: "allow" });
			return agent;
		};
		const seenBy = async (client: TestClient, agent?: string): Promise<string> =>
			JSON.stringify([
				await client.ask("audit:list", agent === undefined ? {} : { agent }),
				await client.ask("audit:list", { order: "oldest", since: 0 }),
				await client.ask("monitor:get_events", {}),
			]);
		await live(ann, "handed-on", "secret-of-ann");
		expect(await seenBy(ann, "handed-on")).toContain("secret-of-ann");
		// In the very same moment: the clock stands still.
		await ann.ask("agent:terminate", { agent_id: "handed-on" });
		await bob.ask("agent:spawn", { agent_id: "handed-on", permission_profile: WORKER });
		expect(await seenBy(bob, "handed-on")).not.toContain("secret-of-ann");
		own.clock.move(10);
		const { api_key } = await bob.ask("key:create", { name: "k", scope: "agent", agent_id: "handed-on" });
		const heir = await own.connect(String(api_key));
		expect(await heir.ask("permission:decide", read("own-of-bob"))).toMatchObject({ effect: "allow" });
		for (const client of [bob, heir]) {
			expect(await seenBy(client)).toContain("own-of-bob");
			expect(await seenBy(client)).not.toContain("secret-of-ann");
		}
		expect(JSON.stringify(await bob.ask("audit:learn", { agent_id: "handed-on" }))).not.toContain("secret-of-ann");
		expect(await seenBy(admin)).toContain("secret-of-ann");
		// An agent that takes the id by a new name is younger under it than it is.
		const older = await live(bob, "by-rename", "before");
		await live(ann, "taken-later", "other-secret-of-ann");
		own.clock.move(10);
		await ann.ask("agent:terminate", { agent_id: "taken-later" });
		own.clock.move(10);
		await bob.ask("agent:rename", { agent_id: "by-rename", to: "taken-later" });
		older.close();
		expect(await seenBy(bob, "taken-later")).not.toContain("other-secret-of-ann");
		await own.close();
	});
});

describe("a sender that waits", () => {
	it("[authority-wait-gone] and goes waits no longer: an agent that writes to it and waits closes no cycle", async () => {
		const [a, b] = [await spawn("g-a"), await spawn("g-b")];
		for (const [source, target] of [
			["g-a", "g-b"],
			["g-b", "g-a"],
		])
			await person.ask("edge:set", { source, target });
		const first = await home.connect(String(a.api_key));
		const second = await home.connect(String(b.api_key));
		first.ask("agent:send_message", { agent_id: "g-b", message: "x", wait: true, timeout_seconds: 60 }).catch(() => undefined);
		await expect.poll(async () => (await second.ask("message:receive", { peek: true })).messages).toHaveLength(1);
		const back = () => second.ask("agent:send_message", { agent_id: "g-a", message: "y", wait: true, timeout_seconds: 0.01 });
		expect(await back()).toMatchObject({ code: "wait-cycle" });
		first.close();
		await expect.poll(async () => (await back()).code, { timeout: 3_000 }).toBe("deadline");
		expect(await second.ask("message:receive")).toMatchObject({ messages: [{ content: "x" }] });
	});
});

describe("what was said", () => {
	it("[authority-conversation] is read by those who said it; what was taken is shown to the agent and its owner", async () => {
		const [a, b] = [await spawn("h-a"), await spawn("h-b")];
		const [first, second] = [await home.connect(String(a.api_key)), await home.connect(String(b.api_key))];
		for (const [source, target] of [
			["h-a", "h-b"],
			["h-b", "h-a"],
		])
			await person.ask("edge:set", { source, target });
		const { request_id } = await person.ask("agent:send_message", { agent_id: "h-b", message: "from the person" });
		await first.ask("agent:send_message", { agent_id: "h-b", message: "from a" });
		const said = async (client: TestClient, agent_id: string, event = "message:history") =>
			((await client.ask(event, { agent_id })).messages as { content: string }[] | undefined)?.map(({ content }) => content);
		await second.ask("message:receive");
		expect(await said(second, "h-b", "message:unanswered")).toEqual(["from the person", "from a"]);
		await second.ask("message:answer", { message_id: request_id, content: "to the person" });
		expect(await said(person, "h-b")).toEqual(["to the person", "from the person"]);
		expect(await said(first, "h-b")).toEqual(["from a"]);
		expect(await said(second, "h-a")).toEqual(["from a"]);
		expect(await said(first, "nobody")).toEqual([]);
		expect(await said(person, "h-b", "message:unanswered")).toEqual(["from a"]);
		expect(await said(first, "h-b", "message:unanswered")).toBe(undefined);
		const { api_key } = await person.ask("key:create", { name: "mallory", email: "mallory@example.org" });
		const mallory = await home.connect(String(api_key));
		expect(await mallory.ask("message:history", { agent_id: "h-b" })).toMatchObject({ error: "Agent h-b not found" });
		const [page] = [await person.ask("message:history", { agent_id: "h-b", limit: 1 })];
		expect(page).toMatchObject({ messages: [{ content: "to the person" }], next_cursor: expect.any(String) });
		expect(await person.ask("message:history", { agent_id: "h-b", cursor: page.next_cursor })).toMatchObject({
			messages: [{ content: "from the person" }],
		});
	});
});

describe("keys", () => {
	it("[authority-key-role] whoever makes or renews a key is told its scope, and of a person the role", async () => {
		const made = await person.ask("key:create", { name: "ann", email: "ann@example.org", role: "creator" });
		expect(made.key).toMatchObject({ scope: "user", user_email: "ann@example.org", role: "creator" });
		// One who is known keeps their role; asking for another one, higher or lower, gives no key at all.
		for (const role of ["admin", "user"]) {
			const refused = await person.ask("key:create", { name: "ann 2", email: "ann@example.org", role });
			expect(refused).toMatchObject({ status: "failed", code: "role-differs" });
			expect(refused).not.toHaveProperty("api_key");
		}
		for (const role of [undefined, "creator"])
			expect((await person.ask("key:create", { name: "ann 2", email: "ann@example.org", role })).key).toMatchObject({ role: "creator" });
		expect((await person.ask("key:rotate", { key_id: (made.key as { id: string }).id })).key).toMatchObject({
			scope: "user",
			role: "creator",
		});
		await spawn("k-agent");
		const key = (await person.ask("key:create", { name: "k", scope: "agent", agent_id: "k-agent" })).key;
		expect(key).toMatchObject({ scope: "agent", agent_name: "k-agent" });
		expect(key).not.toHaveProperty("role");
	});
});
