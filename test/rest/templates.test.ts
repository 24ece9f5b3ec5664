import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMcp, type TestMcp } from "../mcp/open-mcp.ts";
import type { TestClient } from "../socket/socket-client.ts";

let server: TestMcp;
let socket: TestClient;
beforeAll(async () => {
	server = await openMcp();
	socket = await server.home.connect();
});
afterAll(() => server.close());

const make = (name: string, template: string, more: object = {}): Promise<Response> =>
	server.post("/api/agents", { name, template, ...more });

/** What an agent may do, without its own name and places. */
async function held(agent_id: string): Promise<unknown> {
	const { permissions } = await socket.ask("permission:get_agent", { agent_id });
	expect(permissions).toHaveProperty("tools");
	return JSON.parse(JSON.stringify(permissions).replaceAll(agent_id, "AGENT"));
}

async function mayWrite(id: string): Promise<boolean> {
	const request = { kind: "tool", tool: "Write", input: { file_path: "a.txt", content: "a" } };
	const response = await server.post("/v1/decide", { agent: id, request });
	return ((await response.json()) as { readonly effect: string }).effect === "allow";
}

describe("templates", () => {
	it("[wire-4-template] each way to make an agent from a template makes what a spawn of its definition makes", async () => {
		const template = "local:code-architect";
		await socket.ask("agent:spawn", { agent_id: "as-spawned", profile: "code-architect" });
		const made = await make("by-route", template);
		expect([made.status, await made.json()]).toEqual([201, expect.objectContaining({ name: "by-route", template })]);
		const client = await server.connect();
		expect((await client.call("create_agent", { name: "by-tool", template })).isError).toBe(false);
		const manifest = `name: by\nagents: {manifest: {template: "${template}"}}\n`;
		expect((await server.post("/api/systems/deploy", { manifest })).status).toBe(200);
		const wanted = await held("as-spawned");
		for (const id of ["by-route", "by-tool", "by-manifest"]) {
			expect([id, await held(id)]).toEqual([id, wanted]);
			expect([id, await mayWrite(id)]).toEqual([id, false]);
			expect((await socket.ask("agent:info", { agent_id: id })).agent).toMatchObject({ component: "code-architect" });
		}
	});

	it("[wire-4-template] a profile that is named too takes the place of the definition's, as at a spawn", async () => {
		await socket.ask("agent:spawn", { agent_id: "both-spawned", profile: "code-architect", permission_profile: "restricted" });
		expect((await make("both-made", "local:code-architect", { profile: "restricted" })).status).toBe(201);
		expect(await held("both-made")).toEqual(await held("both-spawned"));
	});

	it("[wire-4-template] a template that is not there is refused by name, and nothing is made", async () => {
		const before = [server.home.rows(), server.home.directories()];
		const client = await server.connect();
		for (const [template, code] of [
			["local:nope", "unknown-definition"],
			["local:../../etc/passwd", "unknown-definition"],
			["local:__proto__", "unknown-definition"],
			["local:constructor", "unknown-definition"],
			["github:x/y", "unknown-definition"],
			["local:", "invalid-request"],
			["github:", "invalid-request"],
			["code-architect", "invalid-request"],
			["LOCAL:code-architect", "invalid-request"],
		] as const) {
			const response = await make("refused", template);
			const { detail, code: said } = (await response.json()) as { readonly detail: string; readonly code: string };
			expect([template, response.status, said]).toEqual([template, 400, code]);
			expect(detail).toContain(template);
			const { isError, data } = await client.call("create_agent", { name: "refused", template });
			expect([isError, data.code, data.error]).toEqual([true, code, detail]);
		}
		expect([server.home.rows(), server.home.directories()]).toEqual(before);
	});

	it("[wire-4-template] every template that is listed does what a spawn of its definition does", async () => {
		const client = await server.connect();
		const { templates } = (await client.call("list_templates")).data;
		expect(templates.length).toBeGreaterThan(10);
		for (const { name } of templates) {
			const profile = String(name).slice("local:".length);
			const id = profile.replaceAll("/", "-");
			const made = await make(`made-${id}`, name);
			const spawned = await socket.ask("agent:spawn", { agent_id: `spawned-${id}`, profile });
			// One that works in a session needs the name of one.
			expect([name, made.status]).toEqual([name, spawned.status === "created" ? 201 : 400]);
			if (made.ok) expect(await held(`made-${id}`)).toEqual(await held(`spawned-${id}`));
		}
	});
});
