import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Authority, type Caller, type Outcome, openAuthority } from "../../src/authority/index.ts";
import { allowedText } from "../../src/engine/index.ts";

const person = (email: string, role: "admin" | "creator"): Caller => ({
	principal: { kind: "person", email, role, keyId: null },
	point: "test",
	correlationId: null,
});
const ADMIN = person("local", "admin");
const ANN = person("ann@example.org", "creator");
const BOB = person("bob@example.org", "creator");

let home = "";
let authority: Authority;
let now = Date.parse("2026-01-01T00:00:00Z");

beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), "writ-"));
	authority = await openAuthority({ home, clock: { now: () => now } });
});
afterEach(async () => {
	await authority.close();
	rmSync(home, { recursive: true, force: true });
});

function granted<T>(outcome: Outcome<T>): T {
	if (!outcome.ok) throw new Error(outcome.refusal.message);
	return outcome.value;
}

async function born(agent: string, caller = ADMIN): Promise<void> {
	granted(await authority.spawn(caller, { id: agent, profile: "write" }));
}

async function did(agent: string, command: string): Promise<void> {
	expect((await authority.decide(ADMIN, agent, { kind: "command", command })).decision.effect).toBe("allow");
}

async function learned(agent: string, caller = ADMIN): Promise<readonly string[] | string> {
	const outcome = await authority.learn(caller, { agent, name: "learned" });
	return outcome.ok ? (outcome.value.profile.tools?.allowed ?? []).map(allowedText) : outcome.refusal.code;
}

async function replayed(agent?: string, caller = ADMIN): Promise<readonly [decisions: number, same: number, notComparable: number]> {
	const { decisions, same, not_comparable } = granted(
		await authority.replay(caller, { profile: "write", ...(agent === undefined ? {} : { agent }) }),
	);
	return [decisions, same, not_comparable];
}

// A moment of its own for each step, and all steps in one moment.
describe.each([10, 0])("what an agent did, in steps of %i milliseconds", (step) => {
	const pass = (): void => {
		now += step;
	};

	it("[learn-one-life] is not what the earlier agent of its id did, whoever asks", async () => {
		await born("w", ANN);
		pass();
		await did("w", "git status");
		pass();
		granted(await authority.terminate(ADMIN, "w"));
		pass();
		await born("w", BOB);
		for (const caller of [ADMIN, BOB]) {
			expect(await learned("w", caller)).toBe("nothing-recorded");
			expect(await replayed("w", caller)).toEqual([0, 0, 0]);
		}
		expect(await learned("w", ANN)).toBe("not-found");
		pass();
		await did("w", "ls");
		expect(await learned("w")).toEqual(["Bash(ls)"]);
		expect(await replayed("w")).toEqual([1, 1, 0]);
		expect(await replayed()).toEqual([2, 1, 1]);
	});

	it("[learn-one-life] stays its own when it is renamed, also to a name that it had before", async () => {
		await born("w", BOB);
		pass();
		await did("w", "git status");
		pass();
		granted(await authority.rename(ADMIN, "w", "w2"));
		pass();
		for (const caller of [ADMIN, BOB]) expect(await learned("w2", caller)).toEqual(["Bash(git status)"]);
		await did("w2", "ls");
		pass();
		granted(await authority.rename(ADMIN, "w2", "w"));
		pass();
		await did("w", "date");
		expect(await learned("w")).toHaveLength(3);
		expect(await replayed("w", BOB)).toEqual([3, 3, 0]);
	});

	it("[learn-one-life] is not what others did under its names before and after it", async () => {
		await born("w2");
		await did("w2", "git log");
		pass();
		granted(await authority.terminate(ADMIN, "w2"));
		pass();
		await born("w");
		await did("w", "git status");
		pass();
		granted(await authority.rename(ADMIN, "w", "w2"));
		pass();
		await born("w");
		await did("w", "ls");
		expect(await learned("w2")).toEqual(["Bash(git status)"]);
		expect(await learned("w")).toEqual(["Bash(ls)"]);
		expect([await replayed("w2"), await replayed("w")]).toEqual([
			[1, 1, 0],
			[1, 1, 0],
		]);
	});

	it("[learn-one-life] begins with the snapshot that it was restored from", async () => {
		await born("w");
		const snapshot = granted(await authority.takeSnapshot(ADMIN));
		granted(await authority.terminate(ADMIN, "w"));
		pass();
		await born("w");
		await did("w", "git status");
		pass();
		granted(await authority.rename(ADMIN, "w", "other"));
		granted(await authority.terminate(ADMIN, "other"));
		pass();
		granted(await authority.restoreSnapshot(ADMIN, snapshot));
		expect(await learned("w")).toBe("nothing-recorded");
		await did("w", "ls");
		expect(await learned("w")).toEqual(["Bash(ls)"]);
	});

	it("[learn-one-life] is known by its name alone when its birth is no longer recorded", async () => {
		await born("w");
		pass();
		await did("w", "git status");
		now += 1;
		const between = now;
		await did("w", "ls");
		granted(await authority.retain(ADMIN, between));
		expect(await learned("w")).toEqual(["Bash(ls)"]);
	});
});
