import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Authority, type Caller, openAuthority } from "../../src/authority/index.ts";
import { decide, type Request, sealProfile } from "../../src/engine/index.ts";
import { realPath } from "../../src/platform/index.ts";

const LOCAL: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };
let home = "";
let authority: Authority;
let workspace = "";

beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), "writ-"));
	authority = await openAuthority({ home });
	const spawned = await authority.spawn(LOCAL, { id: "worker", profile: "write" });
	if (!spawned.ok) throw new Error(spawned.refusal.message);
	workspace = spawned.value.writ.places.written.workspace ?? "";
	mkdirSync(join(workspace, "src"));
	writeFileSync(join(workspace, "src/a.ts"), "x");
});
afterEach(async () => {
	await authority.close();
	rmSync(home, { recursive: true, force: true });
});

async function did(...requests: readonly Request[]): Promise<readonly string[]> {
	const effects: string[] = [];
	for (const request of requests) effects.push((await authority.decide(LOCAL, "worker", request)).decision.effect);
	return effects;
}

const work = (): readonly Request[] => [
	{ kind: "command", command: "git status" },
	{ kind: "command", command: "cat src/a.ts | head -3" },
	{ kind: "tool", tool: "Edit", input: { file_path: join(workspace, "src/a.ts"), old_string: "a", new_string: "b" } },
	{ kind: "command", command: "git push" },
];

describe("learning a profile", () => {
	it("[learn-smallest] allows everything that was allowed and nothing that was denied", async () => {
		expect(await did(...work())).toEqual(["allow", "allow", "allow", "deny"]);
		const learned = await authority.learn(LOCAL, { agent: "worker", name: "learned" });
		if (!learned.ok) throw new Error(learned.refusal.message);
		expect(learned.value).toMatchObject({ decisions: 3, covered: 3, uncovered: [] });
		const sealed = sealProfile(learned.value.profile, { agent: "worker", root: workspace, resolve: realPath });
		if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
		expect(work().map((request) => decide(sealed.writ, request, { resolve: realPath }).effect)).toEqual([
			"allow",
			"allow",
			"allow",
			"deny",
		]);
		expect(decide(sealed.writ, { kind: "command", command: "git log" }, { resolve: realPath }).effect).toBe("deny");
	});

	it("[learn-smallest] has no entry without which everything would still be allowed", async () => {
		await did(...work(), ...work());
		const learned = await authority.learn(LOCAL, { agent: "worker", name: "learned" });
		if (!learned.ok) throw new Error(learned.refusal.message);
		const { profile } = learned.value;
		const allowed = profile.tools?.allowed ?? [];
		expect(allowed.length).toBeGreaterThan(2);
		for (const rule of allowed) {
			const without = { ...profile, tools: { allowed: allowed.filter((other) => other !== rule) } };
			const sealed = sealProfile(without, { agent: "worker", root: workspace, resolve: realPath });
			if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
			const effects = work()
				.slice(0, 3)
				.map((request) => decide(sealed.writ, request, { resolve: realPath }).effect);
			expect(effects).toContain("deny");
		}
	});

	it("[learn-smallest] shows what the agent would lose, and that it would gain nothing", async () => {
		await did(...work());
		const learned = await authority.learn(LOCAL, { agent: "worker", name: "learned" });
		if (!learned.ok) throw new Error(learned.refusal.message);
		expect(learned.value.diff.forbids.length).toBeGreaterThan(10);
		// Where a rule that asks is gone, so is what it asked about: nothing can be shown that is newly allowed.
		expect(learned.value.diff.allows.filter(({ witnesses }) => witnesses.length > 0)).toEqual([]);
	});

	it("[learn-smallest] counts what a person granted as done", async () => {
		await authority.grant(LOCAL, { agent: "worker", rule: "WebSearch", scope: "calls", calls: 1 });
		expect(await did({ kind: "tool", tool: "WebSearch", input: { query: "x" } })).toEqual(["allow"]);
		const learned = await authority.learn(LOCAL, { agent: "worker", name: "learned" });
		expect(learned.ok && learned.value.profile.tools?.allowed).toEqual(["WebSearch"]);
	});

	it("[learn-smallest] of an agent that did nothing says what to do", async () => {
		const learned = await authority.learn(LOCAL, { agent: "worker", name: "learned" });
		expect(learned.ok ? null : learned.refusal.code).toBe("nothing-recorded");
	});
});

describe("replaying decisions", () => {
	it("[replay-changes] counts what would change, with examples", async () => {
		await did(...work());
		const replayed = await authority.replay(LOCAL, { profile: "read-only" });
		if (!replayed.ok) throw new Error(replayed.refusal.message);
		expect(replayed.value).toMatchObject({ decisions: 4, same: 3, not_comparable: 0 });
		expect(replayed.value.changes).toMatchObject([
			{ before: "allow", after: "deny", count: 1, examples: [{ agent: "worker", request: { tool: "Edit" } }] },
		]);
	});

	it("[replay-changes] leaves out what was not kept whole, and agents that ended", async () => {
		await did({ kind: "command", command: "echo writ_0123456789012345678901234567890123456789012" });
		await authority.spawn(LOCAL, { id: "gone", profile: "write" });
		await authority.decide(LOCAL, "gone", { kind: "command", command: "git status" });
		await authority.terminate(LOCAL, "gone");
		const replayed = await authority.replay(LOCAL, { profile: "write" });
		expect(replayed.ok && replayed.value).toMatchObject({ decisions: 2, same: 0, not_comparable: 2, changes: [] });
	});

	it("[learn-previews] neither is recorded", async () => {
		await did(...work());
		const before = await authority.records(LOCAL, { limit: 100 });
		await authority.learn(LOCAL, { agent: "worker", name: "learned" });
		await authority.replay(LOCAL, { profile: "read-only" });
		expect((await authority.records(LOCAL, { limit: 100 })).items.length).toBe(before.items.length);
	});
});
