import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Authority, type Caller, openAuthority } from "../../src/authority/index.ts";

const LOCAL: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };
let home = "";
let authority: Authority;

beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), "writ-"));
	authority = await openAuthority({ home });
	const spawned = await authority.spawn(LOCAL, { id: "low", profile: "restricted" });
	if (!spawned.ok) throw new Error(spawned.refusal.message);
});
afterEach(async () => {
	await authority.close();
	rmSync(home, { recursive: true, force: true });
});

const wish = (...read_paths: readonly string[]) => ({ tools: { allowed: ["Read"] }, filesystem: { read_paths } });
const many = (count: number, path: (index: number) => string): readonly string[] =>
	Array.from({ length: count }, (_, index) => path(index));

describe("a wish that would take long to compare", () => {
	it.each([
		["stars", wish("./workspace/**/*a*/**/*a*/**/*a*/**/*a*/x")],
		["globs", wish(...many(40, (index) => `./workspace/*${index}*/**/x`))],
		["entries", wish(...many(5_000, (index) => `./workspace/d${index}`))],
	])("[authority-wish-size] is refused at once: %s", async (_, permissions) => {
		const start = process.cpuUsage();
		const preview = await authority.previewSpawn(LOCAL, "low", permissions);
		const { user, system } = process.cpuUsage(start);
		expect(preview).toMatchObject({ valid: false, escalations: [] });
		expect((user + system) / 1000).toBeLessThan(1_000);
	});

	it("[authority-wish-size] ordinary ones are compared", async () => {
		expect(await authority.previewSpawn(LOCAL, "low", wish("./workspace/src/**", "./workspace/docs/*.md"))).toMatchObject({ valid: true });
	});
});
