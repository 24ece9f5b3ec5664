import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, hostile, MARK, openGateway, PROGRAM, withTools } from "./open-gateway.ts";

let server: Gateway;
beforeAll(async () => {
	server = await openGateway({ mountLimits: { connectMilliseconds: 5_000, callMilliseconds: 3_000 } });
});
afterAll(() => server.close());

/** Processes whose words hold a text. */
function processesWith(text: string): readonly string[] {
	return readdirSync("/proc").filter((pid) => {
		if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
		try {
			return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
		} catch {
			return false;
		}
	});
}

describe("mounting", () => {
	it("[gateway-person-only] is for administrators: agents, systems and other people are refused, with a record", async () => {
		const agentKey = await server.agentKey("a", withTools(["mcp__*"]));
		const systemKey = (await server.ask("POST", "/v1/keys", { name: "s", scope: "system" })).body.api_key;
		const personKey = await server.personKey("p@example.com");
		const routes = [
			["PUT", "/v1/mcp/servers/x", hostile()],
			["GET", "/v1/mcp/servers/x", undefined],
			["GET", "/v1/mcp/servers", undefined],
			["DELETE", "/v1/mcp/servers/x", undefined],
			["POST", "/v1/mcp/servers/x/refresh", undefined],
			["POST", "/v1/mcp/servers/x/tools/t/review", { digest: "d", accept: true }],
		] as const;
		for (const [method, path, body] of routes) {
			for (const key of [agentKey, systemKey])
				expect((await server.ask(method, path, body, { key })).body).toMatchObject({ status: 403, code: "person-required" });
			expect((await server.ask(method, path, body, { key: personKey })).body).toMatchObject({ status: 403, code: "not-permitted" });
		}
		expect(server.home.records("kind = 'decision' AND agent = 'a'").filter(({ code }) => code === "person-required")).toHaveLength(
			routes.length,
		);
		expect(processesWith(MARK)).toEqual([]);
	});

	it("[gateway-ids] refuses ids that are not valid, reserved, or could be taken for others", async () => {
		for (const id of ["a__b", "a_", "writ", "trinity", "Self", "a..b", "a.", "-a", "a%20b", "x".repeat(65), "%2e%2e%2fa"])
			expect((await server.mount(id, hostile())).body, id).toMatchObject({ status: 400, code: "invalid-id" });
		expect((await server.mount("Fine.id-1", hostile())).status).toBe(201);
		expect((await server.mount("fine.ID-1", hostile())).body).toMatchObject({ status: 409, code: "server-exists" });
		expect((await server.show("fine.ID-1")).status).toBe(404);
		await server.ask("DELETE", "/v1/mcp/servers/Fine.id-1");
	});

	it("[gateway-input] refuses what is not a server, and says where", async () => {
		const wrong: readonly object[] = [
			{},
			{ transport: "pipe" },
			{ transport: "stdio" },
			{ transport: "stdio", command: "./relative" },
			{ transport: "stdio", command: "x", url: "http://127.0.0.1" },
			{ transport: "stdio", command: "x", env: { PATH: "/x" } },
			{ transport: "stdio", command: "x", env: { WRIT_KEY: "x" } },
			{ transport: "stdio", command: "x", env: { "A=B": "x" } },
			{ transport: "stdio", command: "x", env: { A: 1 } },
			{ transport: "stdio", command: "x", level: "L9" },
			{ transport: "stdio", command: "x", profile: { nonsense: true } },
			{ transport: "stdio", command: "x", surprise: true },
			{ transport: "http" },
			{ transport: "http", url: "file:///etc/passwd" },
			{ transport: "http", url: "http://user:password@127.0.0.1/" },
			{ transport: "http", url: "http://example.com/mcp", headers: { Authorization: "Bearer x" } },
			{ transport: "http", url: "https://example.com/mcp", headers: { "Bad Name": "x" } },
			{ transport: "http", url: "https://example.com/mcp", headers: { Host: "x" } },
			{ transport: "http", url: "https://example.com/mcp", headers: { A: "x\r\nB: y" } },
			{ transport: "http", url: "https://example.com/mcp", command: "x" },
		];
		for (const wish of wrong) {
			const { status, body } = await server.mount("w", wish);
			expect([status, typeof body.detail], JSON.stringify(wish)).toEqual([400, "string"]);
		}
		expect((await server.ask("GET", "/v1/mcp/servers")).body.items).toEqual([]);
	});

	it("[gateway-secrets] values are never shown, recorded, logged or among the words of a process", async () => {
		const secret = "s3cret-value-that-nobody-sees";
		expect((await server.mount("secretive", hostile("plain", { env: { SECRET_KEY: secret } }))).status).toBe(201);
		const shown = await server.show("secretive");
		expect(shown.body).toMatchObject({ env: ["SECRET_KEY"], transport: "stdio", state: "running" });
		const admin = await server.connect();
		const environment = JSON.parse((await admin.call("mcp__secretive__env")).text);
		expect(environment.SECRET_KEY).toBe(secret);
		expect(Object.keys(environment).filter((name) => /WRIT_KEY|WRIT_HOME|npm_|VITEST|NODE_/.test(name))).toEqual([]);
		expect(processesWith(secret)).toEqual([]);
		const failed = await server.mount("noisy", hostile("noisy", { env: { SECRET_KEY: secret } }));
		expect(failed.body).toMatchObject({ status: 502, detail: expect.stringContaining("the key is …") });
		const everything = [
			shown,
			failed,
			await server.ask("GET", "/v1/mcp/servers"),
			await server.ask("GET", "/v1/snapshot"),
			server.home.log,
			server.home.records(),
		];
		expect(JSON.stringify(everything)).not.toContain(secret);
		await server.ask("DELETE", "/v1/mcp/servers/secretive");
	});

	it("[gateway-version] is one of two at once, by version, and leaves nothing of the other", async () => {
		const first = await server.mount("v", hostile());
		expect([first.status, first.etag]).toEqual([201, '"1"']);
		const both = await Promise.all([server.mount("v", hostile()), server.mount("v", hostile())]);
		expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
		expect(both.find(({ status }) => status === 412)?.body.current).toMatchObject({ id: "v", version: 2 });
		const fresh = await Promise.all([server.mount("fresh", hostile()), server.mount("fresh", hostile())]);
		expect(fresh.map(({ status }) => status).toSorted()).toEqual([201, 412]);
		await expect.poll(() => processesWith(MARK).length > 0 && countServers()).toBe(2);
		expect((await server.mount("v", hostile(), { ifMatch: '"1"' })).status).toBe(412);
		expect((await server.mount("v", hostile(), { ifMatch: '"2"' })).body.version).toBe(3);
		expect((await server.ask("DELETE", "/v1/mcp/servers/v", undefined, { ifMatch: '"1"' })).status).toBe(412);
		// One that fails leaves the one before as it was.
		expect((await server.mount("v", hostile("silent"))).status).toBe(502);
		const admin = await server.connect();
		expect((await admin.call("mcp__v__echo")).isError).toBe(false);
	});

	it("[gateway-timeout] gives every call the time that the server gives, and no more", async () => {
		const admin = await server.connect();
		expect((await admin.call("mcp__v__hang")).data.code).toBe("deadline");
	});

	it("[gateway-unmount] ends the process and forgets its tools, its directory and what was accepted", async () => {
		const admin = await server.connect();
		for (const id of ["v", "fresh"]) expect((await server.ask("DELETE", `/v1/mcp/servers/${id}`)).body).toEqual({ id, deleted: true });
		expect((await server.ask("DELETE", "/v1/mcp/servers/v")).status).toBe(404);
		await expect.poll(() => processesWith(MARK)).toEqual([]);
		expect((await admin.tools()).filter((name) => name.startsWith("mcp__"))).toEqual([]);
		expect(readdirSync(join(server.home.home, "sandboxes", "servers"))).toEqual([]);
		const actions = server.home.records("kind = 'mcp'").map(({ request }) => (request as { action: string }).action);
		for (const action of ["mounted", "launched", "unmounted"]) expect(actions).toContain(action);
	});

	it("[gateway-unmount] leaves no directory when it is mounted again, called and unmounted at the same moment", async () => {
		const admin = await server.connect();
		for (let time = 0; time < 2; time++) {
			expect((await server.mount("twice", hostile())).status).toBe(201);
			const again = server.mount("twice", hostile());
			const call = admin.call("mcp__twice__echo");
			// Its program is being started by now.
			await new Promise((resolve) => setTimeout(resolve, 30));
			expect((await server.ask("DELETE", "/v1/mcp/servers/twice")).status).toBe(200);
			await Promise.allSettled([again, call]);
			await server.ask("DELETE", "/v1/mcp/servers/twice");
			expect(readdirSync(join(server.home.home, "sandboxes", "servers"))).toEqual([]);
		}
		await expect.poll(() => processesWith(MARK)).toEqual([]);
	}, 30_000);

	/** A sandbox has several processes; the program itself is started by exactly one of them. */
	function countServers(): number {
		const lines = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).split("\n");
		return lines.filter((line) => line.startsWith(process.execPath) && line.includes(MARK)).length;
	}
});

describe("a home that is opened again", () => {
	it("[gateway-durable] has its servers, their accepted tools and their files, and starts none before it is needed", async () => {
		const first = await openGateway();
		await first.mount("kept", hostile("plain", { env: { SECRET_KEY: "kept-value" } }));
		await first.mount("gone", hostile());
		await first.ask("DELETE", "/v1/mcp/servers/gone");
		const before = (await first.show("kept")).body.tools;
		const snapshot = (await first.ask("GET", "/v1/snapshot")).body;
		await first.home.stop();
		const again = await openGateway({ home: first.home.home });
		expect((await again.show("kept")).body).toMatchObject({ state: "stopped", tools: before });
		const admin = await again.connect();
		expect(Object.keys(await again.seen(admin, "kept"))).toContain("echo");
		expect(processesWith(MARK)).toEqual([]);
		expect((await admin.call("mcp__kept__echo", { a: 1 })).text).toBe('{"a":1}');
		expect(JSON.parse((await admin.call("mcp__kept__env")).text).SECRET_KEY).toBe("kept-value");
		await again.close();
		// A copy has the names of secrets; who needs the values says them again.
		const copy = await openGateway();
		expect((await copy.ask("POST", "/v1/snapshot", snapshot)).status).toBe(200);
		const other = await copy.connect();
		expect((await other.call("mcp__kept__echo")).data).toMatchObject({
			code: "server-unavailable",
			error: expect.stringContaining("SECRET_KEY"),
		});
		expect((await copy.mount("kept", hostile("plain", { env: { SECRET_KEY: "new" }, profile: PROGRAM }))).status).toBe(200);
		expect((await other.call("mcp__kept__echo")).isError).toBe(false);
		await copy.close();
	});
});
