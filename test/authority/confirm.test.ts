import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Authority, type Caller, openAuthority } from "../../src/authority/index.ts";
import type { Request } from "../../src/engine/index.ts";

const LOCAL: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };
let home = "";
let authority: Authority;
let now = Date.now();

beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), "writ-"));
	authority = await openAuthority({ home, clock: { now: () => now } });
	const profile = { tools: { allowed: ["TodoWrite", "Bash(git:*)"], ask: ["TodoWrite", "Bash(git push:*)"] } };
	const spawned = await authority.spawn(LOCAL, { id: "worker", profile });
	if (!spawned.ok) throw new Error(spawned.refusal.message);
});
afterEach(async () => {
	await authority.close();
	rmSync(home, { recursive: true, force: true });
});

const push: Request = { kind: "command", command: "git push origin main" };
const other: Request = { kind: "command", command: "git push origin dev" };
const decided = (request: Request) => authority.decide(LOCAL, "worker", request);

async function asked(request: Request): Promise<string> {
	const { decision, approvalId } = await decided(request);
	expect(decision.effect).toBe("ask");
	return approvalId ?? "";
}

describe("a request that must be confirmed", () => {
	it("[approval-pass] passes once when a person allowed it once, and no other request does", async () => {
		const id = await asked(push);
		expect((await authority.answer(LOCAL, { id, effect: "allow" })).ok).toBe(true);
		await asked(other);
		const first = await decided(push);
		expect(first.decision).toMatchObject({ effect: "allow", reasons: [{ code: "granted" }] });
		expect((await decided(push)).decision.effect).toBe("ask");
	});

	it("[approval-pass] two at the same moment: one passes", async () => {
		await authority.answer(LOCAL, { id: await asked(push), effect: "allow", scope: "once" });
		const effects = (await Promise.all([decided(push), decided(push), decided(push)])).map(({ decision }) => decision.effect);
		expect(effects.toSorted()).toEqual(["allow", "ask", "ask"]);
	});

	it("[approval-pass] is forgotten after ten minutes", async () => {
		await authority.answer(LOCAL, { id: await asked(push), effect: "allow" });
		now += 11 * 60_000;
		expect((await decided(push)).decision.effect).toBe("ask");
	});

	it("[approval-pass] is not asked again while a grant of the rule holds", async () => {
		const answered = await authority.answer(LOCAL, { id: await asked(push), effect: "allow", scope: "calls", calls: 2 });
		expect(answered.ok && answered.value.grant).toMatchObject({ rule: "Bash(git push:*)", uses_left: 2 });
		expect((await decided(push)).decision.effect).toBe("allow");
		expect((await decided(other)).decision.effect).toBe("allow");
		expect((await decided(push)).decision.effect).toBe("ask");
	});

	it("[approval-pass] stays denied when a person said no", async () => {
		await authority.answer(LOCAL, { id: await asked(push), effect: "deny" });
		expect((await decided(push)).decision.effect).toBe("ask");
		const whole = await asked({ kind: "tool", tool: "TodoWrite", input: {} });
		await authority.answer(LOCAL, { id: whole, effect: "allow", scope: "minutes", minutes: 5 });
		expect((await decided({ kind: "tool", tool: "TodoWrite", input: {} })).decision.effect).toBe("allow");
	});
});
