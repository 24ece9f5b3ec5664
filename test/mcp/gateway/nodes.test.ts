import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authority, type Caller, type McpServerWish, openAuthority } from "../../../src/authority/index.ts";
import { startPostgres } from "../../store/start-postgres.ts";
import { emptyPlace, type Place } from "../../store/with-stores.ts";
import { hostile } from "./open-gateway.ts";

const ADMIN: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };
const CALL = { gone: new AbortController().signal };

describe("two nodes of one database", () => {
	let place: Place;
	let one: Authority;
	let two: Authority;
	const homes = [1, 2].map(() => mkdtempSync(join(tmpdir(), "w-node-")));
	beforeAll(async () => {
		await startPostgres();
		place = await emptyPlace("PostgreSQL");
		[one, two] = (await Promise.all(homes.map((home) => openAuthority({ home, database: place.location })))) as [Authority, Authority];
	});
	afterAll(async () => {
		await one.close();
		await two.close();
		await place.remove();
		for (const home of homes) rmSync(home, { recursive: true });
	});

	const wish = hostile("plain", { args: [...(hostile() as { args: string[] }).args, "of-two-nodes"] }) as McpServerWish;
	const programs = (): number =>
		execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
			.split("\n")
			.filter((line) => line.startsWith(process.execPath) && line.includes("of-two-nodes")).length;
	const echo = (node: Authority) => node.callMounted(ADMIN, "mcp__h__echo", {}, CALL);

	it("[gateway-nodes] share what is mounted and accepted; what one takes away the other does not give a moment longer", async () => {
		expect((await one.putMount(ADMIN, "h", wish)).ok).toBe(true);
		expect((await two.mountedTools(ADMIN)).map(({ name }) => name)).toContain("mcp__h__echo");
		for (const node of [one, two]) expect(await echo(node)).toMatchObject({ kind: "answered" });
		expect(programs()).toBe(2);
		const shown = await one.mount(ADMIN, "h");
		const digest = shown.ok ? (shown.value.tools.find(({ name }) => name === "echo")?.digest ?? "") : "";
		expect((await one.reviewTool(ADMIN, "h", "echo", { digest, accept: false })).ok).toBe(true);
		expect(await echo(two)).toMatchObject({ kind: "refused", code: "tool-quarantined" });
		expect((await two.reviewTool(ADMIN, "h", "echo", { digest, accept: true })).ok).toBe(true);
		expect(await echo(one)).toMatchObject({ kind: "answered" });
		expect((await two.putMount(ADMIN, "h", wish)).ok).toBe(true);
		expect(await echo(one)).toMatchObject({ kind: "answered" });
		expect((await one.dropMount(ADMIN, "h")).ok).toBe(true);
		expect(await echo(two)).toBeNull();
		await expect.poll(programs, { timeout: 10_000 }).toBe(0);
	});
});
