import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
});
afterAll(() => server.close());

const manifest = (name: string, permissions: string): string => `name: ${name}
agents:
  worker-1: {profile: standard, type: worker}
  orchestrator: {description: leads}
  worker-2: {template: "local:base_agent"}
permissions: ${permissions}
`;
const deploy = (source: string, dry_run = false) => admin("POST", "/api/systems/deploy", { manifest: source, dry_run });

describe("systems", () => {
	it("[wire-8-33] connects three agents by each preset", async () => {
		for (const [index, [permissions, count]] of (
			[
				["{preset: full-mesh}", 6],
				["{preset: orchestrator-workers}", 2],
				["{preset: none}", 0],
				["{explicit: {worker-1: [worker-2]}}", 1],
			] as const
		).entries()) {
			const { status, body } = await deploy(manifest(`sys${index}`, permissions));
			expect([status, body.status, body.permissions_configured]).toEqual([200, "deployed", count]);
			expect(body.agents_created).toEqual([`sys${index}-worker-1`, `sys${index}-orchestrator`, `sys${index}-worker-2`]);
		}
		const targets = (await admin("GET", "/v1/edges?source=sys1-orchestrator")).body.items.map(({ target }: { target: string }) => target);
		expect(targets.toSorted()).toEqual(["sys1-worker-1", "sys1-worker-2"]);
	});

	it("[wire-8-33] gives taken names a number and a warning; a dry run makes nothing", async () => {
		await deploy(manifest("again", "{preset: none}"));
		const before = server.home.rows();
		const dry = await deploy(manifest("again", "{preset: full-mesh}"), true);
		expect(dry.body).toMatchObject({ status: "valid", agents_created: [], permissions_configured: 6 });
		expect(dry.body.agents_to_create[0]).toEqual({ name: "again-worker-1_2", short_name: "worker-1" });
		expect(server.home.rows()).toBe(before);
		const second = await deploy(manifest("again", "{preset: none}"));
		expect(second.body.agents_created).toContain("again-orchestrator_2");
		expect(second.body.warnings).toHaveLength(3);
	});

	it("[wire-8-34] names what is wrong with a manifest, and makes nothing", async () => {
		const before = [server.home.rows(), server.home.directories()];
		for (const [source, words] of [
			["name: [", "not YAML"],
			["agents: {a: {}}", "name"],
			["name: x\nagents: {}", "names no agent"],
			["name: x\nagents: {a: {}}\npermissions: {preset: mesh}", "preset"],
			["name: x\nagents: {a: {}}\npermissions: {explicit: {a: [b]}}", "b, which is not an agent"],
			["name: x\nagents: {a: {template: 'http://x'}}", "local: or github:"],
			["name: x\nagents: {a: {}, b: {template: 'local:nope'}}", "b: Template not found: local:nope"],
			["name: x\nagents: {a: {}, b: {template: 'github:x/y'}}", "b: Template unavailable: github:x/y"],
			["name: x\nagents: {a: {colour: red}}", "colour"],
			["name: x\nagents: {'../a': {}}", "cannot be the id"],
			["name: x\nagents: {a: {}, b: {profile: no-such}}", "no-such"],
		] as const) {
			const { status, body } = await deploy(source);
			expect([source, status]).toEqual([source, 400]);
			expect(body.detail).toContain(words);
		}
		expect([server.home.rows(), server.home.directories()]).toEqual(before);
	});

	it("is for people alone", async () => {
		const agent = await server.agent("deployer", { profile: "trusted" });
		expect((await agent("POST", "/api/systems/deploy", { manifest: "name: x" })).status).toBe(403);
	});
});
