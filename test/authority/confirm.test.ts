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

	it("[approval-narrow] that a rule for a whole tool asks about is granted alone, however wide the tool", async () => {
		const profile = {
			tools: { allowed: ["Bash(git status)", "Read"], ask: ["Bash", "Read"] },
			filesystem: { read_paths: ["./workspace"] },
		};
		expect((await authority.spawn(LOCAL, { id: "narrow", profile })).ok).toBe(true);
		const effectOf = async (request: Request) => (await authority.decide(LOCAL, "narrow", request)).decision.effect;
		const allowFor = async (request: Request) => {
			const { approvalId = "" } = await authority.decide(LOCAL, "narrow", request);
			const answered = await authority.answer(LOCAL, { id: approvalId, effect: "allow", scope: "minutes", minutes: 5 });
			return answered.ok ? answered.value.grant?.rule : answered.refusal.code;
		};
		const status: Request = { kind: "command", command: "git status" };
		expect(await allowFor(status)).toBe("Bash(git status)");
		expect(await effectOf(status)).toBe("allow");
		for (const command of ["make all", "python3 -c 1", "git status --short", "git status; make all"])
			expect(await effectOf({ kind: "command", command }), command).not.toBe("allow");
		const file = (file_path: string): Request => ({ kind: "tool", tool: "Read", input: { file_path } });
		expect(await allowFor(file("a.txt"))).toMatch(/^Read\(.*a\.txt\)$/);
		expect([await effectOf(file("a.txt")), await effectOf(file("b.txt"))]).toEqual(["allow", "ask"]);
	});

	it("[approval-narrow] that takes several rules, or code, can be allowed once only", async () => {
		const tools = { allowed: ["Bash", "run_python"], ask: ["Bash", "run_python"] };
		expect((await authority.spawn(LOCAL, { id: "wide", profile: { tools } })).ok).toBe(true);
		for (const request of [
			{ kind: "command", command: "git status && git log" },
			{ kind: "command", command: "python3 -c 1" },
			{ kind: "tool", tool: "run_python", input: { code: "1" } },
		] as const) {
			const { approvalId: id = "" } = await authority.decide(LOCAL, "wide", request);
			expect(await authority.answer(LOCAL, { id, effect: "allow", scope: "calls", calls: 2 })).toMatchObject({ ok: false });
			expect((await authority.answer(LOCAL, { id, effect: "allow" })).ok).toBe(true);
			expect((await authority.decide(LOCAL, "wide", request)).decision.effect).toBe("allow");
			expect((await authority.decide(LOCAL, "wide", request)).decision.effect).toBe("ask");
		}
	});

	it("[approval-narrow] a request that nothing allows is asked for by itself, not by its tool", async () => {
		const spawned = await authority.spawn(LOCAL, { id: "bare", profile: { tools: { allowed: ["TodoWrite"] } } });
		expect(spawned.ok).toBe(true);
		const asking = await authority.ask(LOCAL, { agent: "bare", request: push, reason: "to publish" });
		expect(asking.ok && asking.value.rule).toBe("Bash(git push origin main)");
	});

	it("[approval-pass] stays denied when a person said no", async () => {
		await authority.answer(LOCAL, { id: await asked(push), effect: "deny" });
		expect((await decided(push)).decision.effect).toBe("ask");
		const whole = await asked({ kind: "tool", tool: "TodoWrite", input: {} });
		await authority.answer(LOCAL, { id: whole, effect: "allow", scope: "minutes", minutes: 5 });
		expect((await decided({ kind: "tool", tool: "TodoWrite", input: {} })).decision.effect).toBe("allow");
	});
});

describe("a grant", () => {
	const files = { read_paths: ["./workspace"], write_paths: ["./workspace"] };
	const boss = { tools: { allowed: ["Bash", "Write"], ask: ["Bash", "Write"] }, filesystem: files, capabilities: { spawn_agents: true } };
	const write = (file_path: string): Request => ({ kind: "tool", tool: "Write", input: { file_path, content: "x" } });
	const effect = async (agent: string, request: Request) => (await authority.decide(LOCAL, agent, request)).decision.effect;
	const give = async (agent: string, rule: string) => {
		const made = await authority.grant(LOCAL, { agent, rule, scope: "calls", calls: 1 });
		expect(made.ok).toBe(true);
	};
	beforeEach(async () => {
		expect((await authority.spawn(LOCAL, { id: "boss", profile: boss })).ok).toBe(true);
		const child = { ...boss, tools: { allowed: ["Bash", "Write"] } };
		expect((await authority.spawn(LOCAL, { id: "kid", profile: child, parent: "boss" })).ok).toBe(true);
	});

	it("[grant-answers-inherited-ask] to a child answers what the parent's rule asks of it, for the child alone", async () => {
		expect(await effect("kid", push)).toBe("ask");
		await give("kid", "Bash");
		expect(await effect("boss", push)).toBe("ask");
		expect(await effect("kid", push)).toBe("allow");
		expect(await effect("kid", push)).toBe("ask");
	});

	it("[grant-answers-inherited-ask] to the parent answers nothing for its child", async () => {
		await give("boss", "Bash");
		expect(await effect("kid", push)).toBe("ask");
		expect(await effect("boss", push)).toBe("allow");
	});

	it("[grant-pattern-answers-ask] with a pattern answers a rule for the whole tool, for what it covers and once for each use", async () => {
		await give("kid", "Bash(git push:*)");
		expect(await effect("kid", { kind: "command", command: "git status" })).toBe("ask");
		expect(await effect("kid", { kind: "command", command: "git push && ls" })).toBe("ask");
		expect(await effect("kid", { kind: "command", command: "git push $(cat secret)" })).not.toBe("allow");
		expect(await effect("kid", push)).toBe("allow");
		expect(await effect("kid", push)).toBe("ask");
		await give("kid", "Write(./workspace/drafts/**)");
		expect(await effect("kid", write("final.txt"))).toBe("ask");
		expect(await effect("kid", write("drafts/one.txt"))).toBe("allow");
		expect(await effect("kid", write("drafts/one.txt"))).toBe("ask");
	});

	it("[grant-pattern-answers-ask] that nobody needs is not used up", async () => {
		const free = { tools: { allowed: ["Bash"] }, filesystem: files };
		await authority.spawn(LOCAL, { id: "free", profile: free });
		await give("free", "Bash(git push:*)");
		expect(await effect("free", push)).toBe("allow");
		const grants = await authority.grants(LOCAL, { agent: "free", limit: 10, cursor: null });
		expect(grants.items).toMatchObject([{ status: "active", uses_left: 1 }]);
	});
});
