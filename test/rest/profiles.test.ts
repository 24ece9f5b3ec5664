import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
beforeAll(async () => {
	server = await openServer({
		prepare(home) {
			mkdirSync(join(home, "profiles"), { recursive: true });
			writeFileSync(join(home, "profiles", "by-file.yaml"), "tools:\n  allowed: [Read]\n");
		},
	});
	admin = server.admin;
});
afterAll(() => server.close());

const READER = { tools: { allowed: ["Read"] }, filesystem: { read_paths: ["./workspace"] } };
const WRITER = { tools: { allowed: ["Read", "Write"] }, filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"] } };
const WRITE = { kind: "tool", tool: "Write", input: { file_path: "notes.txt", content: "" } };

async function effectFor(agent: string): Promise<string> {
	return (await admin("POST", "/v1/decide", { agent, request: WRITE })).body.effect;
}

describe("profiles over REST", () => {
	it("[wire-4-profiles-put] a profile is written with a reason, counted in versions, and holds for agents made from then on", async () => {
		const made = await admin("PUT", "/v1/profiles/team", { profile: READER, reason: "a team needs to read" });
		expect([made.status, made.body.version, made.body.source, made.headers.get("etag")]).toEqual([201, 1, "store", '"1"']);
		await server.agent("before", { profile: "team" });
		const digest = (await admin("GET", "/v1/agents/before")).body.writ_digest;
		const wider = await admin("PUT", "/v1/profiles/team", { profile: WRITER, reason: "and to write" });
		expect([wider.status, wider.body.version]).toEqual([200, 2]);
		expect(wider.body.diff.allows.length).toBeGreaterThan(0);
		await server.agent("after", { profile: "team" });
		expect([await effectFor("before"), await effectFor("after")]).toEqual(["deny", "allow"]);
		expect((await admin("GET", "/v1/agents/before")).body.writ_digest).toBe(digest);
		const shown = await admin("GET", "/v1/profiles/team");
		expect(shown.body).toMatchObject({ name: "team", version: 2, source: "store", profile: WRITER, reason: "and to write", shadows: null });
		expect(shown.body.changed_by).toBe("user:admin@localhost");
		expect((await admin("POST", "/v1/compose", { profile: "team" })).body.profile.tools.allowed).toEqual(["Read", "Write"]);
		const [record] = server.home.records("kind = 'setting'").slice(-1);
		expect(record).toMatchObject({
			principal: "user:admin@localhost",
			request: { action: "profile-written", profile: "team", version: 2 },
		});
	});

	it("[wire-4-profiles-put] a reason is needed, and either an object or YAML", async () => {
		const without = await admin("PUT", "/v1/profiles/x", { profile: READER });
		expect([without.status, without.body.detail]).toEqual([400, expect.stringContaining("reason")]);
		expect((await admin("PUT", "/v1/profiles/x", { profile: READER, reason: "  " })).body.code).toBe("reason-missing");
		for (const body of [{}, { profile: READER, yaml: "a: b" }, { profile: "standard" }, { profile: null }, { profile: [READER] }])
			expect((await admin("PUT", "/v1/profiles/x", { ...body, reason: "r" })).status).toBe(400);
		expect((await admin("GET", "/v1/profiles/x")).status).toBe(404);
	});

	it("[wire-4-profiles-problems] what is wrong is told all at once, with its place", async () => {
		const object = await admin("PUT", "/v1/profiles/wrong", {
			profile: { tools: { alowed: ["Read"] }, resources: { max_turns: "many" } },
			reason: "r",
		});
		expect(object.status).toBe(400);
		expect(object.body.problems.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
			"/profile/resources/max_turns",
			"/profile/tools/alowed",
		]);
		const yaml = await admin("PUT", "/v1/profiles/wrong", { yaml: "tools:\n  allowed: [Read]\n  colour: red\n", reason: "r" });
		expect(yaml.body.problems).toMatchObject([{ pointer: "/yaml", line: 3, column: 3 }]);
		const chain = await admin("PUT", "/v1/profiles/wrong", { profile: { extends: "nobody" }, reason: "r" });
		expect([chain.status, chain.body.code]).toEqual([400, "invalid-definition"]);
		const circle = await admin("PUT", "/v1/profiles/wrong", { profile: { extends: "wrong" }, reason: "r" });
		expect([circle.status, circle.body.code]).toEqual([400, "invalid-definition"]);
		expect((await admin("GET", "/v1/profiles/wrong")).status).toBe(404);
	});

	it("[wire-4-profiles-versions] versions are listed with who and why, and an earlier one can be written again", async () => {
		for (const [index, profile] of [READER, WRITER, READER].entries())
			await admin("PUT", "/v1/profiles/history", { profile, reason: `step ${index + 1}` });
		const { body } = await admin("GET", "/v1/profiles/history/versions?limit=2");
		expect(body.items.map(({ version, reason }: { version: number; reason: string }) => [version, reason])).toEqual([
			[3, "step 3"],
			[2, "step 2"],
		]);
		const rest = await admin("GET", `/v1/profiles/history/versions?cursor=${body.next_cursor}`);
		expect([rest.body.items.length, rest.body.next_cursor]).toEqual([1, null]);
		const back = await admin("POST", "/v1/profiles/history/rollback", { version: 2, reason: "it was better" });
		expect([back.status, back.body.version]).toEqual([200, 4]);
		expect((await admin("GET", "/v1/profiles/history")).body).toMatchObject({ profile: WRITER, reason: "it was better" });
		const before = await admin("POST", "/v1/profiles/history/rollback", {});
		expect([before.body.version, before.body.profile]).toEqual([5, READER]);
		expect((await admin("POST", "/v1/profiles/history/rollback", { version: 99 })).status).toBe(404);
		expect((await admin("POST", "/v1/profiles/standard/rollback", {})).status).toBe(404);
		const gone = await admin("POST", "/v1/profiles/history/rollback", { version: 0 });
		expect([gone.status, gone.body.source, gone.body.version]).toEqual([200, null, 6]);
		expect((await admin("GET", "/v1/profiles/history")).status).toBe(404);
		expect((await admin("POST", "/v1/agents", { profile: "history" })).status).toBe(400);
		expect((await admin("GET", "/v1/profiles/history/versions")).body.items).toHaveLength(6);
		expect((await admin("GET", "/v1/profiles/nobody/versions")).status).toBe(404);
	});

	it("[wire-8-42] a stale If-Match is 412 with the profile as it is, and of two at once one wins", async () => {
		const first = await admin("PUT", "/v1/profiles/raced", { profile: READER, reason: "r" }, { "If-Match": '"0"' });
		expect(first.status).toBe(201);
		const stale = await admin("PUT", "/v1/profiles/raced", { profile: WRITER, reason: "r" }, { "If-Match": '"0"' });
		expect([stale.status, stale.body.current.version, stale.headers.get("etag")]).toEqual([412, 1, '"1"']);
		const both = await Promise.all(
			[READER, WRITER].map((profile) => admin("PUT", "/v1/profiles/raced", { profile, reason: "r" }, { "If-Match": '"1"' })),
		);
		expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
		const many = await Promise.all(Array.from({ length: 8 }, () => admin("PUT", "/v1/profiles/raced", { profile: READER, reason: "r" })));
		expect(new Set(many.map(({ body }) => body.version)).size).toBe(8);
		expect((await admin("PUT", "/v1/profiles/raced", { profile: READER, reason: "r" }, { "If-Match": "x" })).status).toBe(400);
		expect((await admin("POST", "/v1/profiles/raced/rollback", {}, { "If-Match": '"1"' })).status).toBe(412);
	});

	it("[wire-4-profiles-shipped] a shipped profile is replaced visibly, and comes back with version 0", async () => {
		const shipped = await admin("GET", "/v1/profiles/restricted");
		expect(shipped.body).toMatchObject({ version: 0, source: "shipped", shadows: null });
		const { profile } = shipped.body;
		const same = await admin("PUT", "/v1/profiles/restricted", { profile, reason: "as it is" });
		expect([same.body.shadows, same.body.warnings.length]).toEqual([{ source: "shipped", wider: false }, 1]);
		const wider = await admin("PUT", "/v1/profiles/restricted", { profile: WRITER, reason: "wider" });
		expect(wider.body.shadows).toEqual({ source: "shipped", wider: true });
		expect(wider.body.warnings[0]).toContain("allows what that one does not");
		const { items } = (await admin("GET", "/v1/profiles")).body;
		expect(items.find(({ name }: { name: string }) => name === "restricted").shadows).toEqual({ source: "shipped", wider: true });
		const [record] = server.home.records("kind = 'setting'").slice(-1);
		expect(record?.request).toMatchObject({ profile: "restricted", shadows: "shipped", wider_than_shipped: true });
		const back = await admin("POST", "/v1/profiles/restricted/rollback", { version: 0 });
		expect(back.body).toMatchObject({ source: "shipped", profile, shadows: null });
	});

	it("[wire-4-profiles-one-place] a profile of a file is changed in its file, and another name of a profile is not a profile", async () => {
		const file = await admin("PUT", "/v1/profiles/by-file", { profile: READER, reason: "r" });
		expect([file.status, file.body.code]).toEqual([409, "defined-in-file"]);
		expect((await admin("GET", "/v1/profiles/by-file")).body).toMatchObject({ source: "file", version: 0 });
		expect((await admin("PUT", "/v1/profiles/READ_ONLY", { profile: READER, reason: "r" })).body.code).toBe("invalid-id");
		expect((await admin("GET", "/v1/profiles/READ_ONLY")).body.name).toBe("read-only");
		for (const name of ["..", "a%2F..%2Fb", "__proto__", "a%2F%2Fb", "a.", "%00", "a%20b", "x".repeat(200), "a%2Fb%2Fc%2Fd%2Fe"])
			expect((await admin("PUT", `/v1/profiles/${name}`, { profile: READER, reason: "r" })).status, name).toBeGreaterThanOrEqual(400);
		expect((await admin("PUT", "/v1/profiles/our%2Freader", { profile: READER, reason: "r" })).status).toBe(201);
		expect((await admin("GET", "/v1/profiles/our%2Freader")).body.name).toBe("our/reader");
		expect((await admin("GET", "/v1/profiles/constructor")).status).toBe(404);
		const alike = await admin("PUT", "/v1/profiles/Standard", { profile: READER, reason: "r" });
		expect([alike.status, alike.body.code]).toEqual([409, "name-taken"]);
	});

	it("[wire-4-profiles-dependents] what builds on a profile is not broken by it", async () => {
		await admin("PUT", "/v1/profiles/base", { profile: READER, reason: "r" });
		await admin("PUT", "/v1/profiles/built", { profile: { extends: "base" }, reason: "r" });
		const circle = await admin("PUT", "/v1/profiles/base", { profile: { extends: "built" }, reason: "r" });
		expect(circle.status).toBeGreaterThanOrEqual(400);
		const gone = await admin("POST", "/v1/profiles/base/rollback", { version: 0 });
		expect([gone.status, gone.body.code]).toEqual([409, "in-use"]);
		expect((await admin("GET", "/v1/profiles/base")).body.version).toBe(1);
	});

	it("[wire-4-profiles-person] only administrators change profiles; agents read them without who and why", async () => {
		const agent = await server.agent("reader", { profile: "team" });
		const creator = await server.person("eve@example.com");
		const system = server.as((await admin("POST", "/v1/keys", { name: "sys", scope: "system" })).body.api_key);
		for (const [call, code] of [
			[agent, "person-required"],
			[system, "person-required"],
			[creator, "not-permitted"],
		] as const) {
			const put = await call("PUT", "/v1/profiles/team", { profile: WRITER, reason: "mine" });
			expect([put.status, put.body.code]).toEqual([403, code]);
			const back = await call("POST", "/v1/profiles/team/rollback", { version: 1 });
			expect([back.status, back.body.code]).toEqual([403, code]);
		}
		const { body } = await agent("GET", "/v1/profiles/team");
		expect(Object.keys(body).toSorted()).toEqual(["name", "profile", "shadows", "source", "version"]);
		expect((await agent("GET", "/v1/profiles/team/versions")).status).toBe(403);
		expect((await admin("GET", "/v1/profiles/team")).body.version).toBe(2);
	});

	it("bad input is refused and nothing is kept", async () => {
		expect((await admin("PUT", "/v1/profiles/big", { yaml: "#".repeat(1_100_000), reason: "r" })).status).toBe(413);
		expect((await admin("PUT", "/v1/profiles/deep", { yaml: "[".repeat(50_000), reason: "r" })).status).toBe(400);
		expect((await admin("PUT", "/v1/profiles/nul", { profile: { ...READER, description: "\0\ud800" }, reason: "\0" })).status).not.toBe(
			500,
		);
		expect((await admin("PUT", "/v1/profiles/t", { profile: READER, reason: 7 })).status).toBe(400);
		expect((await admin("POST", "/v1/profiles/team/rollback", { version: -1 })).status).toBe(400);
		for (const version of [1.5, 2 ** 53, "1"]) expect((await admin("POST", "/v1/profiles/team/rollback", { version })).status).toBe(400);
		expect((await admin("GET", "/v1/profiles/team/versions?cursor=x")).status).toBe(400);
	});

	it("[wire-4-profiles-kept] profiles and lists of things to do are in snapshots, and survive a restart", async () => {
		const first = await openServer();
		await first.admin("PUT", "/v1/profiles/mine", { yaml: "# ours\ntools:\n  allowed: [Read]\n", reason: "r" });
		await first.admin("PUT", "/v1/profiles/restricted", { profile: WRITER, reason: "r" });
		await first.agent("listed", { profile: "mine" });
		const local = {
			principal: { kind: "person", email: "local", role: "admin", keyId: null },
			point: "test",
			correlationId: null,
		} as const;
		const items = [{ id: "1", text: "write it down", status: "pending" }];
		await first.home.authority.writeTodos(local, { list: "listed", items });
		const snapshot = (await first.admin("GET", "/v1/snapshot")).body;
		const again = await first.home.reopen();
		const kept = await again.authority.profileView("mine");
		expect(kept.ok && kept.value.version).toBe(1);
		await again.close();
		const second = await openServer();
		expect((await second.admin("POST", "/v1/snapshot", snapshot)).status).toBe(200);
		const mine = (await second.admin("GET", "/v1/profiles/mine")).body;
		expect([mine.version, mine.yaml.startsWith("# ours")]).toEqual([1, true]);
		expect((await second.admin("GET", "/v1/profiles/restricted")).body.shadows.wider).toBe(true);
		const todos = await second.home.authority.todos(local, "listed");
		expect(todos.ok && todos.value).toMatchObject({ version: 1, items });
		await second.close();
	});

	it("[wire-4-profiles-one-place] a name that a file took meanwhile counts for nothing until one is gone", async () => {
		const first = await openServer();
		await first.admin("PUT", "/v1/profiles/mine", { profile: READER, reason: "r" });
		mkdirSync(join(first.home.home, "profiles"), { recursive: true });
		writeFileSync(join(first.home.home, "profiles", "mine.yaml"), "tools:\n  allowed: null\n");
		const again = await first.home.reopen();
		expect(again.log.join("\n")).toContain("defined twice");
		const view = await again.authority.profileView("mine");
		expect(view.ok ? "" : view.refusal.code).toBe("unusable-profile");
		const local = {
			principal: { kind: "person", email: "local", role: "admin", keyId: null },
			point: "test",
			correlationId: null,
		} as const;
		const spawned = await again.authority.spawn(local, { id: "a", profile: "mine" });
		expect(spawned.ok ? "" : spawned.refusal.code).toBe("unknown-profile");
		expect((await again.authority.rollBackProfile(local, "mine", { version: 0 })).ok).toBe(true);
		const file = await again.authority.profileView("mine");
		expect(file.ok && file.value.source).toBe("file");
		await again.close();
	});
});
