import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Authority, type Caller, openAuthority } from "../../src/authority/index.ts";
import { dropDatabase, freshDatabase } from "../store/start-postgres.ts";

const ADMIN: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };
const START = Date.UTC(2026, 0, 1);

let database = "";
let homes: string[] = [];
let nodes: Authority[] = [];
beforeEach(async () => {
	database = await freshDatabase();
	homes = [];
	nodes = [];
});
afterEach(async () => {
	for (const node of nodes) await shut(node);
	for (const home of homes) rmSync(home, { recursive: true, force: true });
	await dropDatabase(database);
});

function newHome(): string {
	const home = mkdtempSync(join(tmpdir(), "w-"));
	homes.push(home);
	return home;
}

async function openNode(home: string, now = START): Promise<Authority> {
	const node = await openAuthority({ home, database, clock: { now: () => now } });
	nodes.push(node);
	return node;
}

async function shut(node: Authority): Promise<void> {
	nodes = nodes.filter((open) => open !== node);
	await node.close();
}

async function take(node: Authority): Promise<readonly string[]> {
	const taken = await node.receive(ADMIN, "worker", { limit: 10 });
	return taken.ok ? taken.value.map(({ content }) => content) : [];
}

describe("messages that were taken at one of several nodes", () => {
	it("[authority-redelivered-node] stay with it while it lives, whoever else starts, and come again when it is gone", async () => {
		const one = await openNode(newHome());
		const home = newHome();
		const two = await openNode(home);
		expect((await one.spawn(ADMIN, { id: "worker" })).ok).toBe(true);
		await one.send(ADMIN, { to: "worker", content: "at one", verb: "test" });
		expect(await take(one)).toEqual(["at one"]);
		await one.send(ADMIN, { to: "worker", content: "at two", verb: "test" });
		expect(await take(two)).toEqual(["at two"]);
		await shut(two);
		// The one that starts again gets its own back, and nothing of the other's.
		const again = await openNode(home, START + 30_000);
		expect(await take(again)).toEqual(["at two"]);
		expect(await take(one)).toEqual([]);
		await shut(again);
		// The first was not heard of for more than a minute, as if its machine had lost its power.
		const later = await openNode(home, START + 61_000);
		expect(await take(later)).toEqual(["at one", "at two"]);
	});

	it("[authority-redelivered-node] a node that leaves says so, and the next that starts takes over at once", async () => {
		const one = await openNode(newHome());
		await one.spawn(ADMIN, { id: "worker" });
		await one.send(ADMIN, { to: "worker", content: "work", verb: "test" });
		expect(await take(one)).toEqual(["work"]);
		await shut(one);
		expect(await take(await openNode(newHome()))).toEqual(["work"]);
	});
});
