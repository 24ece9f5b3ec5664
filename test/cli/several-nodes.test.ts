import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectClient, type TestClient } from "../socket/socket-client.ts";
import { administer, dropDatabase, freshDatabase } from "../store/start-postgres.ts";
import { askWrit, runWrit, startServer } from "./run-writ.ts";
import { scratch } from "./scratch.ts";

let database = "";
let clients: TestClient[] = [];
beforeEach(async () => {
	database = await freshDatabase();
	clients = [];
});
afterEach(async () => {
	for (const client of clients) client.close();
	await dropDatabase(database);
});

const startNode = (home: string) => startServer(home, "--database", database);

const socketOf = (home: string): string => join(home, "run/daemon.sock");

/** A client of the local person, or of whoever holds the key. */
async function connect(path: string, key?: string): Promise<TestClient> {
	const client = await connectClient(path);
	clients.push(client);
	if (key !== undefined) await client.ask("system:connect", { key });
	return client;
}

describe("two servers on one PostgreSQL", () => {
	it("[authority-state-73] what is revoked on one is denied on the other at once, and each chain verifies", async () => {
		const [one, two] = [scratch(), scratch()];
		const people = [await connect((await startNode(one)).ready.socket), await connect((await startNode(two)).ready.socket)];
		const [first = expect.fail(), second = expect.fail()] = people;
		const permission_profile = { tools: { allowed: ["Read", "nexus_send"] }, capabilities: { agent_messaging: true } };
		const spawned = await first.ask("agent:spawn", { agent_id: "worker", permission_profile });
		await first.ask("agent:spawn", { agent_id: "friend", permission_profile });
		const worker = await connect(socketOf(two), String(spawned.api_key));
		const decide = async (request: object): Promise<unknown> => (await worker.ask("permission:decide", { request })).effect;
		const tool = { kind: "tool", tool: "TodoRead", input: {} };
		const message = { kind: "target", tool: "nexus_send", target: "friend" };

		for (const round of Array.from({ length: 20 }).keys()) {
			const giver = round % 2 === 0 ? first : second;
			const { grant } = await giver.ask("grant:create", { agent_id: "worker", rule: "TodoRead", scope: "session" });
			expect([round, await decide(tool)]).toEqual([round, "allow"]);
			await first.ask("grant:revoke", { grant_id: (grant as { id: string }).id });
			expect([round, await decide(tool)]).toEqual([round, "deny"]);

			await giver.ask("edge:set", { source: "worker", target: "friend" });
			expect([round, await decide(message)]).toEqual([round, "allow"]);
			await first.ask("edge:remove", { source: "worker", target: "friend" });
			expect([round, await decide(message)]).toEqual([round, "deny"]);
		}

		const { keys } = await first.ask("key:list", { agent_id: "worker" });
		for (const { id } of keys as { id: string }[]) await first.ask("key:revoke", { key_id: id });
		const late = await worker.ask("permission:decide", { request: { kind: "tool", tool: "Read", input: { file_path: "a" } } }).then(
			({ effect }) => effect,
			() => "closed",
		);
		expect(["deny", "closed"]).toContain(late);

		for (const home of [one, two]) {
			const { code, reply } = await askWrit(home, ["audit", "verify"]);
			expect({ code, ok: reply.ok, heads: reply.heads.map(({ ok }: { ok: boolean }) => ok) }).toEqual({
				code: 0,
				ok: true,
				heads: [true, true],
			});
		}
	});

	it("[authority-state-73] a server that goes leaves the other as it was, and both start again", async () => {
		const [one, two] = [scratch(), scratch()];
		const first = await startNode(one);
		const second = await startNode(two);
		await (await connect(first.ready.socket)).ask("agent:spawn", { agent_id: "stays" });
		first.child.kill("SIGKILL");
		await once(first.child, "exit");
		expect(await (await connect(second.ready.socket)).ask("agent:list")).toMatchObject({ count: 1 });
		await startNode(one);
		second.child.kill("SIGTERM");
		expect(await once(second.child, "exit")).toEqual([0, null]);
		await startNode(two);
		for (const home of [one, two])
			expect(await (await connect(socketOf(home))).ask("agent:info", { agent_id: "stays" })).toMatchObject({
				agent: { agent_id: "stays" },
			});
	});

	it("[authority-state-74] a newer schema: the start is refused with 3, in words, and nothing is changed", async () => {
		const home = scratch();
		const { child } = await startNode(home);
		child.kill("SIGTERM");
		await once(child, "exit");
		await administer(database, "UPDATE schema_version SET version = 999");
		const refused = await runWrit(home, ["serve", "--port", "0", "--database", database]);
		expect(refused).toMatchObject({ code: 3, out: "", complaints: expect.stringContaining("start the newer writ") });
		expect(await administer(database, "SELECT version FROM schema_version")).toEqual([{ version: "999" }]);
	});
});
