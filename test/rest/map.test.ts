import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layOutMap } from "../../src/authority/edges/map-layout.ts";
import { type Call, openServer, type TestServer } from "./open-server.ts";

const TALKS = { overrides: { capabilities: { agent_messaging: true, spawn_agents: true } } };

let server: TestServer;
let admin: Call;
let ann: Call;
let lead: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
	lead = await server.agent("lead", TALKS);
	await server.agent("worker", TALKS);
	await lead("POST", "/v1/agents", { id: "kid", profile: "restricted" });
	ann = await server.person("ann@example.com");
	for (const id of ["hers", "other"]) await ann("POST", "/v1/agents", { id, ...TALKS });
	await admin("PUT", "/v1/groups/team", { members: ["lead", "worker", "hers"] });
	await admin("PUT", "/v1/edges/lead/worker", { rate: { count: 100, per_seconds: 60 } });
	await admin("PUT", "/v1/edges/hers/worker", {});
	await ann("PUT", "/v1/edges/hers/other", {});
	await lead("POST", "/api/agents/worker/chat", { message: "hello", wait: false });
});
afterAll(() => server.close());

const ids = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id).toSorted();
const pairs = (items: readonly { readonly source: string; readonly target: string }[]): readonly string[] =>
	items.map(({ source, target }) => `${source}>${target}`).toSorted();

describe("the map", () => {
	it("[wire-4-map] shows agents with lineage, edges, groups, who wrote to whom, and a place for each", async () => {
		const { status, body } = await admin("GET", "/v1/map?reach=true");
		expect([status, body.truncated, ids(body.agents)]).toEqual([200, false, ["hers", "kid", "lead", "other", "worker"]]);
		const kid = body.agents.find(({ id }: { id: string }) => id === "kid");
		expect(kid).toMatchObject({ parent: "lead", root: "lead", depth: 1 });
		expect(pairs(body.edges)).toEqual(expect.arrayContaining(["hers>other", "hers>worker", "lead>kid", "lead>worker"]));
		expect(body.edges.find(({ target }: { target: string }) => target === "worker").effect).toBe("allow");
		expect(body.groups).toEqual([{ name: "team", members: ["hers", "lead", "worker"] }]);
		expect(body.talk).toMatchObject([{ source: "lead", target: "worker", count: 1 }]);
		expect(body.reach.lead).toEqual(["kid", "worker"]);
		expect(new Set(body.agents.map(({ x, y }: { x: number; y: number }) => `${x} ${y}`)).size).toBe(5);
	});

	it("[wire-4-map] shows a person what they may see, and an agent whom it reaches", async () => {
		const hers = (await ann("GET", "/v1/map?reach=true")).body;
		expect([ids(hers.agents), pairs(hers.edges), hers.talk]).toEqual([["hers", "other"], ["hers>other"], []]);
		expect([hers.groups, hers.reach]).toEqual([[{ name: "team", members: ["hers"] }], { hers: ["other"], other: [] }]);
		const { body } = await lead("GET", "/v1/map?reach=true");
		expect([ids(body.agents), body.edges, body.groups, body.talk]).toEqual([["kid", "lead", "worker"], [], [], []]);
		expect(body.reach).toEqual({ lead: ["kid", "worker"] });
		expect((await admin("GET", "/v1/map?limit=0")).status).toBe(400);
		const few = (await admin("GET", "/v1/map?limit=2")).body;
		expect([few.agents.length, few.truncated]).toEqual([2, true]);
	});

	it("[wire-4-map] gives 10,000 agents places of their own at once, the same every time", () => {
		const agents = Array.from({ length: 10_000 }, (_, index) => ({
			id: `a${index}`,
			root: index % 3 === 0 ? `a${index}` : `a${Math.floor(index / 300) * 300}`,
			depth: index % 3 === 0 ? 0 : 1 + (index % 4),
		}));
		const before = process.cpuUsage();
		const places = layOutMap(agents);
		const used = process.cpuUsage(before);
		expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(10_000);
		expect(layOutMap(agents.toReversed().toSorted((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1))))).toEqual(places);
		expect((used.user + used.system) / 1e6).toBeLessThan(2);
	});
});

describe("the doctor", () => {
	it("[wire-4-doctor] says to administrators what `writ doctor --json` says", async () => {
		const [one, two] = await Promise.all([admin("GET", "/v1/doctor"), admin("GET", "/v1/doctor")]);
		expect(one.status).toBe(200);
		expect(one.body).toMatchObject({ level: expect.stringMatching(/^L[0-4]$/), platform: process.platform });
		expect(one.body.ok).toBe(["L3", "L4"].includes(one.body.level));
		expect(one.body.probes.length).toBeGreaterThan(0);
		expect(two.body.level).toBe(one.body.level);
		expect((await ann("GET", "/v1/doctor")).status).toBe(403);
		expect((await lead("GET", "/v1/doctor")).body.code).toBe("person-required");
	}, 60_000);
});

describe("recreating", () => {
	it("[wire-4-recreate-key] gives a new sandbox and key and keeps edges, groups and digest", async () => {
		const before = (await admin("GET", "/v1/agents/worker")).body;
		const old = (await admin("POST", "/v1/agents/worker/key")).body.api_key;
		const made = await admin("POST", "/v1/agents/worker/recreate");
		expect([made.status, made.body.agent.writ_digest]).toEqual([200, before.writ_digest]);
		expect((await server.as(old)("GET", "/v1/me")).status).toBe(401);
		expect((await server.as(made.body.api_key)("GET", "/v1/me")).body.principal).toBe("agent:worker");
		expect((await admin("GET", "/v1/edges/lead/worker")).status).toBe(200);
		expect((await admin("GET", "/v1/agents/worker")).body).toMatchObject({ uid: before.uid, groups: before.groups });
	});

	it("[wire-4-recreate-rule] a rule against ending agents is one against this: the old sandbox and key are gone", async () => {
		const tools = { disallowed: ["nexus_destroy"] };
		const careful = await server.agent("careful", { overrides: { ...TALKS.overrides, tools } });
		await careful("POST", "/v1/agents", { id: "careful-kid", profile: "restricted" });
		const refused = await careful("POST", "/v1/agents/careful-kid/recreate");
		expect([refused.status, refused.body.code]).toEqual([403, "tool-disabled"]);
	});

	it("[wire-4-recreate-key] shows the new key to its owner alone: not to a parent, not to who may only start it", async () => {
		const child = await lead("POST", "/v1/agents/kid/recreate");
		expect([child.status, child.body.api_key]).toEqual([200, undefined]);
		const bob = await server.person("bob@example.com", "operator");
		await admin("POST", "/api/agents/worker/share", { email: "bob@example.com" });
		expect((await bob("POST", "/v1/agents/worker/stop")).status).toBe(200);
		expect((await bob("POST", "/v1/agents/worker/recreate")).status).toBe(403);
		expect((await bob("POST", "/v1/agents/lead/recreate")).body).toMatchObject({ status: 404, detail: "Agent not found" });
		expect((await lead("POST", "/v1/agents/worker/recreate")).body.code).toBe("AGENT_PERMISSION_DENIED");
	});
});
