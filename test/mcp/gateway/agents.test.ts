import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, hostile, openGateway, PROGRAM, reference, withTools } from "./open-gateway.ts";

let server: Gateway;
let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "w-files-"));
	mkdirSync(join(folder, "public"));
	mkdirSync(join(folder, "private"));
	writeFileSync(join(folder, "public", "a.txt"), "hello from a file");
	writeFileSync(join(folder, "private", "b.txt"), "not for everybody");
	// The programs of servers run as somebody else when the tests run as root.
	for (const path of [folder, join(folder, "public"), join(folder, "private")]) chmodSync(path, 0o777);
	server = await openGateway();
	const files = { ...PROGRAM, filesystem: { ...PROGRAM.filesystem, read_paths: [...PROGRAM.filesystem.read_paths, folder] } };
	const mounted = await Promise.all([
		server.mount("files", reference("filesystem", [folder], { profile: files })),
		server.mount("memory", reference("memory", [], { env: { MEMORY_FILE_PATH: "/sandbox/workspace/memory.json" } })),
		server.mount("one", hostile()),
		server.mount("two", hostile()),
	]);
	expect(mounted.map(({ status, body }) => [status, body.detail])).toEqual(mounted.map(() => [201, undefined]));
});
afterAll(async () => {
	await server.close();
	rmSync(folder, { recursive: true });
});

describe("two real servers, with rules for each agent", () => {
	it("[gateway-real] one agent reads files where its rule lets it, another reads the memory, and neither does more", async () => {
		const reader = await server.agent("reader", {
			profile: {
				name: "reader",
				type: "permission_profile",
				tools: {
					allowed: ["mcp__files__read_text_file"],
					permissions: { mcp__files__read_text_file: { arguments: { path: { any: [`/${folder}/public/**`], required: true } } } },
				},
				filesystem: { read_paths: [join(folder, "public")] },
			},
		});
		const recaller = await server.agent("recaller", withTools(["mcp__memory__read_graph"]));
		expect((await reader.tools()).filter((name) => name.startsWith("mcp__"))).toEqual(["mcp__files__read_text_file"]);
		expect((await recaller.tools()).filter((name) => name.startsWith("mcp__"))).toEqual(["mcp__memory__read_graph"]);
		const read = (path: string) => reader.call("mcp__files__read_text_file", { path });
		expect(await read(join(folder, "public/a.txt"))).toMatchObject({ isError: false, text: "hello from a file" });
		for (const path of [join(folder, "private/b.txt"), `${folder}/public/../private/b.txt`, "/etc/passwd"])
			expect(await read(path)).toMatchObject({ isError: true, data: { code: "argument-not-allowed" } });
		expect((await reader.call("mcp__files__read_text_file", {})).data.code).toBe("argument-not-allowed");
		expect((await reader.call("mcp__files__write_file", { path: join(folder, "public/c.txt"), content: "x" })).text).toBe(
			"Tool 'mcp__files__write_file' is disabled by permission policy",
		);
		expect((await recaller.call("mcp__memory__read_graph")).isError).toBe(false);
		expect((await recaller.call("mcp__memory__create_entities", { entities: [] })).text).toBe(
			"Tool 'mcp__memory__create_entities' is disabled by permission policy",
		);
		expect((await recaller.call("mcp__files__read_text_file", { path: join(folder, "public/a.txt") })).isError).toBe(true);
	});

	it("[gateway-real] what the profile of the server's program does not open, its tools cannot reach, whoever calls", async () => {
		const admin = await server.connect();
		const entity = { name: "n", entityType: "t", observations: [] };
		expect((await admin.call("mcp__memory__create_entities", { entities: [entity] })).isError).toBe(false);
		expect((await admin.call("mcp__memory__read_graph")).data.entities).toMatchObject([entity]);
		// The reference server would write there, and the sandbox does not let it.
		const written = await admin.call("mcp__files__write_file", { path: join(folder, "public/c.txt"), content: "x" });
		expect(written).toMatchObject({ isError: true, text: expect.stringContaining("read-only") });
	});
});

describe("who has which tools", () => {
	it("[wire-8-53] two servers with a tool of the same name have two tools with rules of their own", async () => {
		const both = await server.agent("both", withTools(["mcp__one__echo", "mcp__two__*"], { disallowed: ["mcp__two__echo"] }));
		expect(await both.tools()).toContain("mcp__one__echo");
		expect(await both.tools()).not.toContain("mcp__two__echo");
		expect((await both.call("mcp__one__echo", { a: 1 })).text).toBe('{"a":1}');
		expect((await both.call("mcp__two__echo", { a: 1 })).isError).toBe(true);
		expect((await both.call("mcp__two__escape")).isError).toBe(false);
		expect((await both.call("mcp__one__escape")).isError).toBe(true);
	});

	it("[gateway-star] a star alone, and rules of other servers, give none of them", async () => {
		const star = await server.agent("star", withTools(["*", "mcp__on__*", "mcp__one__ech", "echo", "mcp__tw*__ec"]));
		expect((await star.tools()).filter((name) => name.startsWith("mcp__"))).toEqual([]);
		expect((await star.call("mcp__one__echo")).isError).toBe(true);
	});

	it("[gateway-scopes] an administrator has all of them, other people and systems none", async () => {
		const person = await server.connect(await server.personKey("someone@example.com"));
		const made = await server.ask("POST", "/v1/keys", { name: "backup", scope: "system" });
		const system = await server.connect(made.body.api_key);
		const admin = await server.connect();
		expect(Object.keys(await server.seen(admin, "one"))).toContain("echo");
		for (const who of [person, system]) {
			expect((await who.tools()).filter((name) => name.startsWith("mcp__"))).toEqual([]);
			expect(await who.call("mcp__one__echo")).toMatchObject({ isError: true, data: { code: "not-permitted" } });
		}
		const policy = (await server.ask("GET", "/v1/mcp/policy")).body.tools;
		expect(policy).toContainEqual(expect.objectContaining({ name: "mcp__one__echo", gate: "self", param: null, needs: null }));
	});

	it("[gateway-uniform] who does not have a tool cannot tell whether there is one, and starts nothing", async () => {
		const stranger = await server.agent("stranger", withTools(["Read"]));
		const words = (text: string): string => text.replaceAll(/mcp__\w+__\w+/g, "T");
		const there = await stranger.call("mcp__one__echo");
		for (const name of ["mcp__one__nothing", "mcp__nowhere__echo"]) {
			const absent = await stranger.call(name);
			expect([words(absent.text), absent.data.code]).toEqual([words(there.text), there.data.code]);
		}
		const holder = await server.agent("holder", withTools(["mcp__*"]));
		await expect(holder.call("mcp__nowhere__echo")).rejects.toThrow("Unknown tool");
		for (const name of ["mcp__one", "mcp__", "mcp__one__", "mcp____echo", "mcp__ONE__echo"])
			await expect(holder.call(name).then(({ isError }) => (isError ? Promise.reject(new Error("denied")) : null))).rejects.toThrow();
	});

	it("[gateway-decide] ask raises an approval, a grant gives a tool for a while, and each call has one record", async () => {
		const asker = await server.agent("asker", withTools(["mcp__one__echo", "Read"], { ask: ["mcp__one__echo"] }));
		expect(await asker.tools()).toContain("mcp__one__echo");
		const asked = await asker.call("mcp__one__echo", { a: 1 });
		expect(asked).toMatchObject({ isError: true, data: { approval_id: expect.any(String), retryable: true } });
		await server.ask("POST", `/v1/approvals/${asked.data.approval_id}/answer`, { effect: "allow", scope: "once" });
		expect((await asker.call("mcp__one__echo", { a: 1 })).text).toBe('{"a":1}');
		expect((await asker.call("mcp__one__echo", { a: 1 })).isError).toBe(true);
		await server.ask("POST", "/v1/grants", { agent: "asker", rule: "mcp__one__escape", scope: "calls", calls: 1, reason: "test" });
		expect(await asker.tools()).toContain("mcp__one__escape");
		expect((await asker.call("mcp__one__escape")).isError).toBe(false);
		expect((await asker.call("mcp__one__escape")).isError).toBe(true);
		const records = server.home.records("kind = 'decision' AND agent = 'asker'");
		expect(records.map(({ effect }) => effect)).toEqual(["ask", "allow", "ask", "allow", "deny"]);
	});

	it("[gateway-list-changed] a client that has looked is told when it has other tools", async () => {
		let told = 0;
		const watcher = await server.connect(await server.agentKey("watcher", withTools(["mcp__later__echo"])), {
			listChanged: { tools: { autoRefresh: false, onChanged: () => void told++ } },
		});
		expect(await watcher.tools()).not.toContain("mcp__later__echo");
		await server.mount("later", hostile());
		await expect.poll(() => told, { timeout: 5_000 }).toBe(1);
		expect(await watcher.tools()).toContain("mcp__later__echo");
		await server.ask("DELETE", "/v1/mcp/servers/later");
		await expect.poll(() => told, { timeout: 5_000 }).toBe(2);
		expect(await watcher.tools()).not.toContain("mcp__later__echo");
	});
});

describe("tools that change", () => {
	it("[wire-8-54] a changed tool is neither listed nor callable until a person has reviewed what it is now", async () => {
		const agent = await server.agent("pinned", withTools(["mcp__two__*"]));
		const before = (await server.seen(agent, "two")).echo;
		expect((await agent.call("mcp__two__change")).text).toBe("changed");
		await expect.poll(async () => (await server.states("two")).echo).toBe("quarantined");
		expect(await server.seen(agent, "two")).not.toHaveProperty("echo");
		expect(await server.seen(agent, "two")).not.toHaveProperty("new-one");
		for (const name of ["mcp__two__echo", "mcp__two__new-one"])
			expect(await agent.call(name)).toMatchObject({ isError: true, data: { code: "tool-quarantined" } });
		expect((await agent.call("explain_denial")).isError).toBe(false);
		const shown = (await server.show("two")).body.tools.find(({ name }: { name: string }) => name === "echo");
		expect(shown).toMatchObject({ current: { description: "Sends what you say to somebody else" }, accepted: { description: before } });
		expect((await server.review("two", "echo", true, "0".repeat(64))).status).toBe(412);
		expect((await server.review("two", "echo", false)).status).toBe(200);
		expect((await server.states("two")).echo).toBe("quarantined");
		expect((await server.review("two", "echo", true)).body.tools).toContainEqual(
			expect.objectContaining({ name: "echo", state: "active" }),
		);
		expect((await server.seen(agent, "two")).echo).toBe("Sends what you say to somebody else");
		expect((await agent.call("mcp__two__echo")).isError).toBe(false);
		expect(server.home.records("kind = 'mcp'").map(({ request }) => (request as { action: string }).action)).toContain("reviewed");
	});

	it("[gateway-pin-back] one that becomes again what was accepted can be called again; one that is gone is not listed", async () => {
		const agent = await server.agent("pinned-2", withTools(["mcp__one__*"]));
		await agent.call("mcp__one__change");
		await expect.poll(async () => (await server.states("one")).echo).toBe("quarantined");
		await agent.call("mcp__one__change-back");
		await expect.poll(async () => (await server.states("one")).echo).toBe("active");
		expect((await agent.call("mcp__one__echo")).isError).toBe(false);
		await agent.call("mcp__one__vanish");
		await expect.poll(async () => (await server.states("one")).slow).toBeUndefined();
		expect(await server.seen(agent, "one")).not.toHaveProperty("slow");
		await expect(agent.call("mcp__one__slow")).rejects.toThrow("Unknown tool");
		// A person takes an accepted tool away again.
		expect((await server.review("one", "escape", false)).status).toBe(200);
		expect((await agent.call("mcp__one__escape")).data.code).toBe("tool-quarantined");
		// Mounted once more it is compared with what was accepted.
		await server.mount("one", hostile());
		expect(await server.states("one")).toMatchObject({ echo: "active", slow: "active", escape: "quarantined" });
	});
});
