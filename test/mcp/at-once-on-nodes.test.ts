import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authority, type Caller, openAuthority } from "../../src/authority/index.ts";
import { dropDatabase, freshDatabase } from "../store/start-postgres.ts";
import { LEAD } from "./open-mcp.ts";

const ADMIN: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };

describe("what is kept of edges on several nodes", () => {
	const homes = [0, 1].map(() => mkdtempSync(join(tmpdir(), "w-")));
	let database = "";
	let one: Authority;
	let two: Authority;
	let asker: Caller;
	beforeAll(async () => {
		database = await freshDatabase();
		[one, two] = (await Promise.all(homes.map((home) => openAuthority({ home, database })))) as [Authority, Authority];
		for (const id of ["asker", "friend"]) expect((await one.spawn(ADMIN, { id, ...LEAD })).ok).toBe(true);
		const made = await one.makeKey(ADMIN, { name: "k", scope: "agent", agent: "asker" });
		const shown = made.ok ? await two.authenticate(made.value.value) : null;
		if (shown?.ok !== true) throw new Error("no key");
		asker = { principal: shown.value, point: "mcp", correlationId: null };
	}, 60_000);
	afterAll(async () => {
		for (const node of [one, two]) await node.close();
		for (const home of homes) rmSync(home, { recursive: true, force: true });
		await dropDatabase(database);
	});

	const look = async (node: Authority): Promise<string> => {
		return (await node.useTool(asker, { tool: "get_agent", input: { name: "friend" } })).decision.effect;
	};

	it("[wire-2-at-once] an edge that one node takes away is gone at the other when the call has returned", async () => {
		for (let time = 0; time < 25; time++) {
			expect((await one.putEdge(ADMIN, { source: "asker", target: "friend" })).ok).toBe(true);
			expect([await look(two), await look(two), await look(one), await look(one)]).toEqual(["allow", "allow", "allow", "allow"]);
			if (time % 2 === 0) expect((await one.dropEdge(ADMIN, "asker", "friend")).ok).toBe(true);
			else expect((await one.putEdge(ADMIN, { source: "asker", target: "friend", effect: "block" })).ok).toBe(true);
			expect([await look(two), await look(one)]).toEqual(["deny", "deny"]);
		}
	}, 60_000);
});
