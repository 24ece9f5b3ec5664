import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRoutes } from "../../src/points/rest/index.ts";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
let owner: Call;
let friend: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
	owner = await server.person("owner@x.example");
	friend = await server.person("friend@x.example");
});
afterAll(() => server.close());

const TALKS = { overrides: { capabilities: { agent_messaging: true } } };
const made = async (...ids: readonly string[]): Promise<void> => {
	for (const id of ids) expect((await owner("POST", "/v1/agents", { id, description: `about ${id}`, ...TALKS })).status).toBe(201);
};

describe("a stale If-Match", () => {
	const ACTS: readonly (readonly [string, string, object | undefined])[] = [
		["POST", "/v1/agents/held/start", undefined],
		["POST", "/v1/agents/held/stop", undefined],
		["POST", "/v1/agents/held/restart", undefined],
		["POST", "/v1/agents/held/recreate", undefined],
		["POST", "/v1/agents/held/key", undefined],
		["POST", "/v1/agents/held/rename", { to: "other" }],
		["POST", "/api/agents/held/start", undefined],
		["POST", "/api/agents/held/stop", undefined],
		["DELETE", "/api/agents/held", undefined],
		["DELETE", "/v1/agents/held?dry_run=true", undefined],
		["DELETE", "/v1/agents/held", undefined],
	];

	it("[wire-4-stale-life] does nothing to an agent, and shows how it is", async () => {
		await made("held");
		const old = (await owner("GET", "/v1/agents/held")).headers.get("etag") ?? "";
		await owner("PATCH", "/v1/agents/held", { description: "changed" });
		const before = (await owner("GET", "/v1/agents/held")).body;
		const records = () => server.home.records("agent = 'held'").length;
		const count = records();
		for (const [method, path, body] of ACTS) {
			const stale = await owner(method, path, body, { "If-Match": old });
			expect([path, stale.status, stale.body.code, stale.headers.get("etag")]).toEqual([path, 412, "stale", `"${before.version}"`]);
			expect(stale.body.current, path).toMatchObject({ description: "changed" });
			for (const tag of ["nonsense", '"x", "3"']) expect((await owner(method, path, body, { "If-Match": tag })).status, path).toBe(400);
		}
		expect((await owner("GET", "/v1/agents/held")).body).toEqual(before);
		expect(records()).toBe(count);
	});

	it("[wire-4-stale-life] lets the version that was seen pass, each time once, and tells the next one", async () => {
		await made("live");
		let tag = (await owner("GET", "/api/agents/live")).headers.get("etag") ?? "";
		for (const verb of ["start", "stop", "restart", "recreate"]) {
			const path = `/v1/agents/live/${verb}`;
			const twice = await Promise.all([1, 2].map(() => owner("POST", path, undefined, { "If-Match": tag })));
			expect(twice.map(({ status }) => status).toSorted(), verb).toEqual([200, 412]);
			tag = twice.find(({ status }) => status === 200)?.headers.get("etag") ?? "";
			expect((await owner("GET", "/v1/agents/live")).headers.get("etag"), verb).toBe(tag);
		}
		const renamed = await owner("POST", "/v1/agents/live/rename", { to: "lively" }, { "If-Match": tag });
		expect(renamed.status).toBe(200);
		const ended = await owner("DELETE", "/v1/agents/lively", undefined, { "If-Match": renamed.headers.get("etag") ?? "" });
		expect([ended.status, ended.body.deleted]).toEqual([200, true]);
	});

	it("[wire-4-stale-life] tells a stranger nothing of the agent", async () => {
		await made("hidden");
		const [hidden, missing] = await Promise.all(
			["hidden", "nobody"].map((id) => friend("DELETE", `/v1/agents/${id}`, undefined, { "If-Match": '"99"' })),
		);
		expect([hidden?.status, { ...hidden?.body, request_id: "" }]).toEqual([404, { ...missing?.body, request_id: "" }]);
	});

	it("[wire-4-stale-permissions] changes no permission, and shows what they are", async () => {
		await made("p-a", "p-b", "p-c");
		const path = "/api/agents/p-a/permissions";
		const seen = await owner("GET", path);
		const old = { "If-Match": seen.headers.get("etag") ?? "" };
		expect(old["If-Match"]).toMatch(/^"[0-9a-f]{16}"$/);
		const changed = await owner("PUT", path, { permitted_agents: ["p-b"] }, old);
		expect([changed.status, changed.headers.get("etag")]).toEqual([200, (await owner("GET", path)).headers.get("etag")]);
		const now = await owner("GET", path);
		for (const [method, below, body] of [
			["PUT", path, { permitted_agents: ["p-c"] }],
			["POST", `${path}/p-c`, undefined],
			["DELETE", `${path}/p-b`, undefined],
		] as const) {
			for (const tag of [old["If-Match"], '"1"']) {
				const stale = await owner(method, below, body, { "If-Match": tag });
				expect([method, stale.status, stale.headers.get("etag")]).toEqual([method, 412, now.headers.get("etag")]);
				expect(stale.body.current, method).toEqual(now.body);
			}
			expect((await owner(method, below, body, { "If-Match": "nonsense" })).status, method).toBe(400);
		}
		expect((await owner("GET", path)).body).toEqual(now.body);
		// An edge that was changed elsewhere makes the list another one.
		await owner("PUT", "/v1/edges/p-a/p-b", { reason: "again" });
		expect((await owner("PUT", path, { permitted_agents: [] }, { "If-Match": now.headers.get("etag") ?? "" })).status).toBe(412);
	});
});

describe("bad input at every route", () => {
	const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, "nobody");

	it("[wire-6-null] takes no null, array or number for an object", async () => {
		await made("n-a", "n-b");
		expect((await owner("PUT", "/v1/edges/n-a/n-b", "null")).status).toBe(400);
		expect((await owner("GET", "/v1/edges/n-a/n-b")).status).toBe(404);
		for (const { method, path } of restRoutes().filter((route) => route.method !== "GET"))
			for (const body of ["null", " null ", "[]", "7"]) {
				const { status, body: said } = await admin(method, filled(path), body);
				expect([method, path, body, status, said.code]).toEqual([method, path, body, 400, "invalid-request"]);
			}
		expect((await owner("PUT", "/v1/edges/n-a/n-b")).status).toBe(201);
	});

	it("[wire-4-cursor] takes no cursor that its list has not given out", async () => {
		const agent = await server.agent("walker");
		const lists = restRoutes().filter(({ query }) => Object.hasOwn(query?.keys ?? {}, "cursor"));
		expect(lists.length).toBeGreaterThan(10);
		for (const { path, access } of lists)
			for (const cursor of ["!!", "", "%00", "a%20b", "~", ">"])
				for (const call of access === "person" ? [admin] : [admin, agent]) {
					const { status, body } = await call("GET", `${filled(path)}?cursor=${cursor}`);
					expect([path, cursor, status, body.code, body.detail, body.pointer]).toEqual([
						...[path, cursor, 400, "invalid-request", "The cursor is not one of this list", "/cursor"],
					]);
				}
	});

	it("[wire-4-cursor] takes every cursor that a list has given out", async () => {
		await made("c-a", "c-b", "c-c");
		const agent = await server.agent("c-agent", TALKS);
		for (const id of ["c-a", "c-b", "c-c"]) {
			await admin("PUT", `/v1/edges/c-agent/${id}`, {});
			await admin("PUT", `/v1/groups/g.${id}`, { members: [id] });
			await admin("PUT", `/v1/edges/group:g.${id}/c-agent`, {});
			await admin("POST", "/v1/grants", { agent: id, rule: "Read", scope: "session", reason: "r" });
			await admin("POST", "/v1/approvals", { agent: id, rule: "Bash(ls)", reason: "r" });
			await admin("PUT", "/v1/profiles/walked", { profile: { extends: "read-only" }, reason: id });
		}
		const lists = ["agents", "edges", "groups", "grants", "approvals", "profiles", "keys", "ledger"].map((name) => `/v1/${name}`);
		for (const path of [...lists, "/v1/profiles/walked/versions", "/v1/agents/c-agent/reach"])
			expect(await walk(admin, path), path).toBeGreaterThan(2);
		for (const path of ["/v1/agents", "/v1/agents/c-agent/reach"]) expect(await walk(agent, path), path).toBeGreaterThan(2);
		expect(await walk(owner, "/v1/edges")).toBeGreaterThan(0);
	});

	/** How many items a list has, one by one; all of them are others. */
	async function walk(call: Call, path: string): Promise<number> {
		const items: string[] = [];
		let cursor: string | null = null;
		do {
			const { status, body, text } = await call("GET", `${path}?limit=1${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
			expect(status, `${path} ${cursor} ${text}`).toBe(200);
			items.push(...body.items.map((item: unknown) => JSON.stringify(item)));
			cursor = body.next_cursor;
		} while (cursor !== null && items.length < 20);
		expect(new Set(items).size, path).toBe(items.length);
		return items.length;
	}
});

describe("what a person sees of an agent that is shared with them", () => {
	beforeAll(async () => {
		await made("s-secret-first", "s-shared", "s-too", "s-secret-last", "s-zz-secret");
		for (const id of ["s-secret-first", "s-too", "s-secret-last", "s-zz-secret"]) await owner("PUT", `/v1/edges/s-shared/${id}`, {});
		await owner("PUT", "/v1/edges/s-secret-first/s-shared", {});
		await owner("PUT", "/v1/edges/s-too/s-shared", {});
		await admin("PUT", "/v1/groups/s-secret-group", { members: ["s-secret-first"] });
		await admin("PUT", "/v1/edges/s-shared/group:s-secret-group", {});
		for (const id of ["s-shared", "s-too"]) await owner("POST", `/api/agents/${id}/share`, { email: "friend@x.example" });
	});

	it("[wire-4-permission-right] is not whether one may call another, when they would change it", async () => {
		for (const target of ["s-secret-first", "s-too", "s-shared", "nobody"])
			for (const method of ["POST", "DELETE"]) {
				const { status, body } = await friend(method, `/api/agents/s-shared/permissions/${target}`);
				expect([method, target, status, body.detail]).toEqual([method, target, 403, "Only the owner can modify agent permissions"]);
			}
		expect((await friend("PUT", "/api/agents/s-shared/permissions", { permitted_agents: [] }, { "If-Match": '"1"' })).status).toBe(403);
		expect((await owner("POST", "/api/agents/s-shared/permissions/s-too")).body.status).toBe("already_exists");
		const self = await owner("POST", "/api/agents/s-shared/permissions/s-shared");
		expect([self.status, self.body.detail]).toEqual([400, "Agent cannot be permitted to call itself"]);
	});

	it("[wire-1-shared-sees] sees no other agent: not by reach, not by edges, not by their cursors", async () => {
		const paths = [
			"/v1/agents/s-shared/reach",
			"/v1/edges",
			"/v1/edges?source=s-shared",
			"/v1/edges?target=s-shared",
			"/v1/edges?source=s-secret-first",
			"/v1/edges?target=s-secret-first",
			"/v1/edges?target=group:s-secret-group",
		];
		const seen: Record<string, readonly string[]> = {};
		for (const path of paths)
			for (const limit of [1, 2, 100]) {
				const found: string[] = [];
				let cursor: string | null = null;
				do {
					const query = `limit=${limit}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
					const { status, text, body } = await friend("GET", `${path}${path.includes("?") ? "&" : "?"}${query}`);
					expect([path, status]).toEqual([path, 200]);
					expect(text).not.toContain("secret");
					found.push(...body.items.map((item: Record<string, string>) => item.id ?? `${item.source}>${item.target}`));
					cursor = body.next_cursor;
				} while (cursor !== null);
				expect(seen[path] ?? found, path).toEqual(found);
				seen[path] = found;
			}
		expect(Object.values(seen)).toEqual([
			...[["s-too"], ["s-shared>s-too", "s-too>s-shared"], ["s-shared>s-too"], ["s-too>s-shared"]],
			...[[], [], []],
		]);
		expect((await friend("GET", "/v1/edges/s-shared/s-secret-first")).status).toBe(404);
		expect((await owner("GET", "/v1/agents/s-shared/reach")).body.items).toHaveLength(4);
		expect((await owner("GET", "/v1/edges?source=s-shared")).body.items).toHaveLength(5);
	});

	it("[wire-1-shared-sees] does not keep an owner from taking back what has gone out of sight", async () => {
		await friend("POST", "/v1/agents", { id: "f-own" });
		expect((await friend("POST", "/api/agents/f-own/permissions/s-too")).body.status).toBe("added");
		await owner("DELETE", "/api/agents/s-too/share/friend@x.example");
		expect((await friend("GET", "/v1/edges?source=f-own")).body.items).toEqual([]);
		expect((await friend("DELETE", "/api/agents/f-own/permissions/s-too")).body.status).toBe("removed");
	});
});

describe("the names of the server", () => {
	/** The status of a request as it is written, byte for byte. */
	function statusOf(target: string, hosts: readonly string[]): Promise<string> {
		const { promise, resolve, reject } = Promise.withResolvers<string>();
		const { hostname, port } = new URL(server.url);
		const lines = [`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), "Connection: close", "", ""];
		const socket = connect(Number(port), hostname, () => socket.write(lines.join("\r\n")));
		let text = "";
		socket.on("data", (bytes) => {
			text += bytes;
		});
		socket.on("end", () => resolve(`${text.split(" ")[1]} ${/"code":"([^"]*)"/.exec(text)?.[1] ?? ""}`.trim()));
		socket.on("error", reject);
		return promise;
	}

	it("[wire-4-one-host] are asked of a whole address and of every Host", async () => {
		const { host } = new URL(server.url);
		for (const target of [
			"http://evil.example/healthz",
			"HTTP://evil.example/healthz",
			"https://evil.example/healthz",
			`http://evil.example?${host}/healthz`,
			`http://${host}@evil.example/healthz`,
			`http://evil.example:80@${host}/healthz`,
		])
			expect([target, await statusOf(target, [host])]).toEqual([target, "403 foreign-origin"]);
		for (const hosts of [
			[host, "evil.example"],
			["evil.example", host],
			[host, host],
		])
			expect([hosts, await statusOf("/healthz", hosts)]).toEqual([hosts, "403 foreign-origin"]);
		expect(await statusOf(`http://${host}/healthz`, [host])).toBe("200");
		expect(await statusOf(`http://${host}/healthz`, ["evil.example"])).toBe("403 foreign-origin");
		expect(await statusOf("/healthz", [host])).toBe("200");
	});
});
