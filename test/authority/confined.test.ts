import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectClient, type TestClient } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";

const PROFILE = {
	tools: { allowed: [{ rule: "Bash(node:*)", when: "confined" }] },
	filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"] },
};
const NODE = { kind: "command", command: "node a.js" } as const;

let home: TestHome;
let workspace = "";
beforeAll(async () => {
	home = await openHome();
	workspace = realpathSync(mkdtempSync(join(tmpdir(), "writ-confined-")));
	mkdirSync(join(workspace, "sub"));
});
afterAll(async () => {
	await home.close();
	rmSync(workspace, { recursive: true, force: true });
});

let made = 0;
const plan = (mounts: readonly object[] = [{ kind: "bind", source: workspace, target: workspace, writable: true }]) => ({ mounts });

/** An agent whose program `client` is about to start. */
async function prepared(client: TestClient, profile: object = PROFILE): Promise<string> {
	const agent_id = `boxed-${++made}`;
	const answer = await client.ask("sandbox:prepare", {
		agent_id,
		permission_profile: profile,
		sandbox_config: { workspace },
		level: "L4",
		pid: process.pid,
		keep: true,
	});
	expect(answer).toMatchObject({ agent_id });
	return agent_id;
}

async function launched(client: TestClient, agent_id: string, more: object = {}): Promise<void> {
	const launch = { agent_id, pid: process.pid, level: "L3", plan: plan(), argv_digest: "0", missing: [], keep: true, ...more };
	expect(await client.ask("sandbox:launch", launch)).toMatchObject({ agent_id });
}

const effectOf = async (client: TestClient, agent_id: string): Promise<unknown> =>
	(await client.ask("permission:decide", { agent_id, request: NODE })).effect;

describe("an agent that a sandbox confines", () => {
	it("[authority-confined] is confined for the connection that started its sandbox, from the start to the end", async () => {
		const supervisor = await home.connect();
		const agent = await prepared(supervisor);
		expect(await effectOf(supervisor, agent)).toBe("ask");
		await launched(supervisor, agent);
		expect(await effectOf(supervisor, agent)).toBe("allow");
		await supervisor.ask("sandbox:exit", { agent_id: agent, exit_code: 0, limits: [], findings: [], keep: true });
		expect(await effectOf(supervisor, agent)).toBe("ask");
		supervisor.close();
	});

	it("[authority-confined] is not for another connection, though the rows say that it runs", async () => {
		const [supervisor, other] = [await home.connect(), await home.connect()];
		const agent = await prepared(supervisor);
		await launched(supervisor, agent);
		expect([await effectOf(supervisor, agent), await effectOf(other, agent)]).toEqual(["allow", "ask"]);
		supervisor.close();
		expect(await effectOf(other, agent)).toBe("ask");
		other.close();
	});

	it("[authority-confined] is not for a key, whoever's it is, on the connection or before", async () => {
		const supervisor = await connectClient(home.path);
		const agent = await prepared(supervisor);
		const { api_key } = await supervisor.ask("key:create", { name: "mine", scope: "user" });
		await launched(supervisor, agent);
		await supervisor.ask("system:connect", { key: api_key });
		expect(await effectOf(supervisor, agent)).not.toBe("allow");
		await supervisor.ask("sandbox:launch", {
			...{ agent_id: agent, pid: process.pid, level: "L4", plan: plan(), argv_digest: "0", missing: [], keep: true },
		});
		expect(await effectOf(supervisor, agent)).not.toBe("allow");
		supervisor.close();
	});

	it("[authority-confined] is not below L3, below its profile's level, without a plan, or with the home or a control socket inside", async () => {
		const supervisor = await home.connect();
		const weak = [
			{ level: "L2" },
			{ plan: null },
			{ level: "L0", plan: null },
			{ plan: plan([{ kind: "bind", source: homedir(), target: "/ws", writable: true }]) },
			{ plan: plan([{ kind: "bind", source: "/", target: "/", writable: true }]) },
			{ plan: plan([{ kind: "bind", source: "/var/run/docker.sock", target: "/var/run/docker.sock", writable: false }]) },
		];
		for (const more of weak) {
			const agent = await prepared(supervisor, { ...PROFILE, sandbox: { minimum_level: "L0" } });
			await supervisor.ask("sandbox:launch", {
				...{ agent_id: agent, pid: process.pid, level: "L3", plan: plan(), argv_digest: "0", missing: [], keep: true },
				...more,
			});
			expect([more, await effectOf(supervisor, agent)]).toEqual([more, "ask"]);
		}
		const strict = await prepared(supervisor, { ...PROFILE, sandbox: { minimum_level: "L4" } });
		await launched(supervisor, strict);
		expect(await effectOf(supervisor, strict)).toBe("ask");
		await launched(supervisor, strict, { level: "L4" });
		expect(await effectOf(supervisor, strict)).toBe("allow");
		supervisor.close();
	});

	it("[decide-confined-refused] nobody says so of himself: the member is refused in the data and in the request", async () => {
		const client = await home.connect();
		const agent = await prepared(client);
		const asked = (data: object) => client.ask("permission:decide", { agent_id: agent, ...data });
		expect(await asked({ request: NODE, confined: true })).toMatchObject({ status: "failed", error: expect.stringContaining("confined") });
		expect(await asked({ request: { ...NODE, confined: true } })).toMatchObject({ effect: "deny" });
		expect(await client.ask("permission:decide", { agent_id: agent, request: NODE, _confined: true })).not.toMatchObject({
			effect: "allow",
		});
		client.close();
	});
});
