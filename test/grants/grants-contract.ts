import { expect, it } from "vitest";
import { spend } from "../../src/state/budgets/index.ts";
import {
	activeGrants,
	answerApproval,
	countGrants,
	createGrant,
	denyApprovalsOf,
	endSessionGrants,
	endTaskGrants,
	expireApprovals,
	expireGrants,
	findApproval,
	findGrant,
	type GrantWish,
	listApprovals,
	listGrants,
	liveGrantsOf,
	requestApproval,
	revokeGrant,
	useGrant,
} from "../../src/state/grants/index.ts";
import { exportGrants, importGrants } from "../../src/state/snapshots/index.ts";
import type { Store } from "../../src/store/index.ts";
import { plantAgents } from "../store/plant-agents.ts";

const NOW = 1_000_000;
const ANN = "user:ann@example.org";
const MINUTE = 60_000;

/** What approvals and grants do on every kind of store. */
export function grantsContract(open: () => Promise<Store>): void {
	const opened = async (): Promise<Store> => {
		const store = await open();
		await store.change((transaction) => plantAgents(transaction, { a: null, b: "a" }));
		return store;
	};
	const grant = (store: Store, wish: Partial<GrantWish>) =>
		store.change((transaction) => createGrant(transaction, { agent: "a", rule: "Bash", scope: "once", by: ANN, now: NOW, ...wish }));
	const granted = async (store: Store, wish: Partial<GrantWish>) => {
		const outcome = await grant(store, wish);
		if (!outcome.ok) throw new Error(outcome.message);
		return outcome.grant;
	};
	const use = (store: Store, id: string, now = NOW) => store.record((transaction) => useGrant(transaction, id, now));
	const active = (store: Store, agent = "a", now = NOW) => store.look((connection) => activeGrants(connection, agent, now));
	const ask = (store: Store, more: object = {}) =>
		store.change((transaction) =>
			requestApproval(transaction, { agent: "a", rule: "Bash", reason: "to build", timeoutSeconds: 300, now: NOW, ...more }),
		);
	const asked = async (store: Store, more: object = {}) => {
		const outcome = await ask(store, more);
		if (!outcome.ok) throw new Error(outcome.message);
		return outcome.approval;
	};
	const answer = (store: Store, id: string, more: object = {}) =>
		store.change((transaction) => answerApproval(transaction, { id, effect: "allow", by: ANN, now: NOW + 1, ...more }));

	it("[grants-fields] a grant shows agent, rule, scope, expiry, uses, grantor and reason, and covers its agent alone", async () => {
		const store = await opened();
		const made = await granted(store, { rule: " Bash(git push:*) ", scope: "calls", calls: 2, reason: "release\0" });
		expect(made).toMatchObject({
			...{ agent: "a", rule: "Bash(git push:*)", scope: "calls", uses_left: 2, expires_at: null, granted_by: ANN },
			...{ reason: "release\0", created_at: NOW, status: "active", approval: null },
		});
		expect(await active(store)).toEqual([{ id: made.id, rule: "Bash(git push:*)" }]);
		expect([await active(store, "b"), await store.look((connection) => countGrants(connection, "b"))]).toEqual([[], 0]);
	});

	it.each([
		["[grants-unknown-scope] an unknown scope", { scope: "forever" }],
		["[grants-zero-minutes] zero minutes", { scope: "minutes", minutes: 0 }],
		["minutes that are not a number", { scope: "minutes", minutes: Number.NaN }],
		["[grants-zero-calls] zero calls", { scope: "calls", calls: 0 }],
		["one and a half calls", { scope: "calls", calls: 1.5 }],
		["[grants-missing-count] missing minutes", { scope: "minutes" }],
		["missing calls", { scope: "calls" }],
		["minutes with another scope", { scope: "session", minutes: 5 }],
		["a task without its message", { scope: "task" }],
		["a message with another scope", { message: "message_1" }],
		["[grants-rule-text] a text that is not a rule", { rule: "Bash(" }],
		["a rule with a NUL", { rule: "Bash(a\0)" }],
		["no rule", { rule: "" }],
	])("%s is refused and nothing is granted", async (_, wish) => {
		const store = await opened();
		expect(await grant(store, wish)).toMatchObject({ ok: false, code: "invalid-grant" });
		expect(await active(store)).toEqual([]);
	});

	it("a grant to an agent that is not there is refused", async () => {
		expect(await grant(await opened(), { agent: "ghost" })).toMatchObject({ ok: false, code: "unknown-agent" });
	});

	it("[grants-calls] [state-67] a grant for two calls holds for exactly two, however many ask at once", async () => {
		const store = await opened();
		const { id } = await granted(store, { scope: "calls", calls: 2 });
		const outcomes = await Promise.all(Array.from({ length: 12 }, () => use(store, id)));
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
		expect(outcomes.at(-1)).toMatchObject({ ok: false, code: "grant-expired" });
		expect(await active(store)).toEqual([]);
		expect(await store.look((connection) => findGrant(connection, id, NOW))).toMatchObject({ status: "used", uses_left: 0, ended_at: NOW });
	});

	it("[grants-once] a grant for once holds once", async () => {
		const store = await opened();
		const { id, uses_left } = await granted(store, {});
		expect([uses_left, (await use(store, id)).ok, (await use(store, id)).ok, await active(store)]).toEqual([1, true, false, []]);
		expect(await use(store, "grant_\0")).toMatchObject({ ok: false, code: "grant-expired" });
	});

	it("[grants-minutes] a grant for minutes holds until its moment by the clock, as often as wanted", async () => {
		const store = await opened();
		const { id } = await granted(store, { scope: "minutes", minutes: 5 });
		const last = NOW + 5 * MINUTE - 1;
		expect([(await use(store, id)).ok, (await use(store, id, last)).ok, (await active(store, "a", last)).length]).toEqual([true, true, 1]);
		expect(await use(store, id, last + 1)).toMatchObject({ ok: false, code: "grant-expired" });
		expect(await active(store, "a", last + 1)).toEqual([]);
		expect(await store.look((connection) => findGrant(connection, id, last + 1))).toMatchObject({ status: "expired", ended_at: null });
		expect((await store.change((transaction) => expireGrants(transaction, last + 1))).map((one) => one.status)).toEqual(["expired"]);
	});

	it("[grants-task] [grants-session] a task's grant ends with its message, a session's with the restart, and no other", async () => {
		const store = await opened();
		const task = await granted(store, { scope: "task", message: "message_1" });
		const other = await granted(store, { scope: "task", message: "message_2" });
		const session = await granted(store, { scope: "session" });
		const elsewhere = await granted(store, { agent: "b", scope: "session" });
		const ids = async (agent = "a") =>
			(await store.look((connection) => liveGrantsOf(connection, agent, NOW))).map(({ id }) => id).toSorted();
		const ended = await store.change((transaction) => endTaskGrants(transaction, "a", "message_1", NOW));
		expect(ended.map(({ id, status }) => [id, status])).toEqual([[task.id, "ended"]]);
		expect(await ids()).toEqual([other.id, session.id].toSorted());
		await store.change((transaction) => endSessionGrants(transaction, "a", NOW));
		expect([await ids(), await ids("b")]).toEqual([[other.id], [elsewhere.id]]);
	});

	it("[grants-revoked] a revoked grant is over at once, also for later works of the same commit", async () => {
		const store = await opened();
		const { id } = await granted(store, { scope: "session" });
		const [before, revoked, after] = await Promise.all([
			use(store, id),
			store.change((transaction) => revokeGrant(transaction, id, NOW)),
			use(store, id),
		]);
		expect([before.ok, revoked.ok, after]).toMatchObject([true, true, { ok: false, code: "grant-revoked" }]);
		expect(await active(store)).toEqual([]);
		expect(await store.change((transaction) => revokeGrant(transaction, id, NOW))).toMatchObject({ code: "already-ended" });
		expect(await store.change((transaction) => revokeGrant(transaction, "grant_0", NOW))).toMatchObject({ code: "not-found" });
	});

	it("grants are listed by agent and by who may see them, ended ones too, page by page", async () => {
		const store = await opened();
		await store.change((transaction) => plantAgents(transaction, { z: null }, "bob@example.org"));
		for (const [agent, at] of [
			["a", 3],
			["b", 1],
			["z", 2],
			["a", 2],
		] as const)
			await grant(store, { agent, now: NOW + at });
		const list = async (filter: object) => {
			const found: string[] = [];
			let cursor: string | null = null;
			do {
				const from: string | null = cursor;
				const page: Awaited<ReturnType<typeof listGrants>> = await store.look((connection) =>
					listGrants(connection, { limit: 1, cursor: from, now: NOW, ...filter }),
				);
				found.push(...page.items.map(({ agent, created_at }) => `${agent}${created_at - NOW}`));
				cursor = page.next_cursor;
			} while (cursor !== null);
			return found;
		};
		expect((await list({})).toSorted()).toEqual(["a2", "a3", "b1", "z2"]);
		expect(await list({ agent: "a" })).toEqual(["a2", "a3"]);
		expect(await list({ accessibleTo: "bob@example.org" })).toEqual(["z2"]);
		expect(await store.look((connection) => listGrants(connection, { limit: 5, cursor: "x", now: NOW }))).toEqual({
			items: [],
			next_cursor: null,
		});
	});

	it("[approvals-fields] an approval shows agent, rule, request, reason, status and deadline", async () => {
		const store = await opened();
		const request = { kind: "command", command: "git push\0" };
		expect(await asked(store, { request })).toMatchObject({
			...{
				agent: "a",
				rule: "Bash",
				request,
				reason: "to build",
				status: "pending",
				created_at: NOW,
				expires_at: NOW + 300_000,
				grant: null,
			},
		});
		expect(await ask(store, { agent: "ghost" })).toMatchObject({ ok: false, code: "unknown-agent" });
		expect(await ask(store, { rule: "Bash(" })).toMatchObject({ ok: false, code: "invalid-approval" });
		expect(await ask(store, { rule: null })).toMatchObject({ ok: false, code: "invalid-approval" });
	});

	it("[approvals-joined] identical ones that wait are joined, different ones, other agents' and answered ones are not", async () => {
		const store = await opened();
		const outcomes = await Promise.all([1, 2, 3].map(() => ask(store, { request: { kind: "tool", tool: "Bash", input: { x: 1, y: 2 } } })));
		expect(outcomes.map((outcome) => outcome.ok && outcome.joined)).toEqual([false, true, true]);
		expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.approval.id)).size).toBe(1);
		expect(await ask(store, { request: { input: { y: 2, x: 1 }, tool: "Bash", kind: "tool" }, reason: "other words" })).toMatchObject({
			joined: true,
		});
		expect(await ask(store)).toMatchObject({ joined: false });
		expect(await ask(store, { agent: "b" })).toMatchObject({ joined: false });
		const again = await asked(store);
		await answer(store, again.id, { effect: "deny" });
		expect(await ask(store)).toMatchObject({ joined: false });
	});

	it("one whose time is over is not joined: it expires and a new one begins", async () => {
		const store = await opened();
		const first = await asked(store, { timeoutSeconds: 10 });
		expect(await ask(store, { now: NOW + 10_000 })).toMatchObject({ joined: false });
		expect(await store.look((connection) => findApproval(connection, first.id))).toMatchObject({ status: "expired" });
	});

	it("an agent cannot wait for more than 100 answers", async () => {
		const store = await opened();
		const outcomes = await Promise.all(Array.from({ length: 101 }, (_, index) => ask(store, { request: { index } })));
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(100);
		expect(outcomes.at(-1)).toMatchObject({ ok: false, code: "too-many-approvals" });
	});

	it("[approvals-answer] [approvals-second-answer] allowing makes the grant, and a second answer is refused", async () => {
		const store = await opened();
		const { id } = await asked(store);
		const outcomes = await Promise.all([
			answer(store, id, { scope: "calls", calls: 3, reason: "ok" }),
			answer(store, id, { effect: "deny" }),
		]);
		expect(outcomes).toMatchObject([
			{
				ok: true,
				approval: { status: "approved", answered_by: ANN, answered_at: NOW + 1, answer: "ok" },
				grant: { rule: "Bash", uses_left: 3, approval: id },
			},
			{ ok: false, code: "already-answered", approval: { status: "approved" } },
		]);
		expect(await active(store)).toHaveLength(1);
		const [first] = outcomes;
		expect(first?.ok && first.approval.grant).toBe(first?.ok && first.grant?.id);
	});

	it("denying makes no grant; an answer that is not valid leaves the approval waiting", async () => {
		const store = await opened();
		const { id } = await asked(store);
		for (const wish of [{ scope: "always" }, { scope: "minutes" }, { scope: "calls", calls: 0 }, { scope: "task" }, { effect: "maybe" }])
			expect(await answer(store, id, wish)).toMatchObject({ ok: false, code: "invalid-answer" });
		expect(await store.look((connection) => findApproval(connection, id))).toMatchObject({ status: "pending" });
		expect(await answer(store, id, { effect: "deny", reason: "no" })).toMatchObject({
			ok: true,
			approval: { status: "denied", answer: "no" },
			grant: null,
		});
		expect(await active(store)).toEqual([]);
		expect(await answer(store, "approval_\0")).toMatchObject({ ok: false, code: "not-found" });
	});

	it("one that only names a request is allowed once, without a grant", async () => {
		const store = await opened();
		const { id } = await asked(store, { rule: null, request: { kind: "event", event: "x" } });
		expect(await answer(store, id, { scope: "session" })).toMatchObject({ ok: false, code: "invalid-answer" });
		expect(await answer(store, id)).toMatchObject({ ok: true, approval: { status: "approved", grant: null }, grant: null });
	});

	it("[approvals-expired] what nobody answered in time expires, and an answer after the deadline allows nothing", async () => {
		const store = await opened();
		const late = await asked(store, { timeoutSeconds: 10 });
		expect(await answer(store, late.id, { now: NOW + 10_000 })).toMatchObject({
			ok: false,
			code: "expired",
			approval: { status: "expired" },
		});
		expect(await answer(store, late.id, { now: NOW })).toMatchObject({ ok: false, code: "expired" });
		const due = await asked(store, { timeoutSeconds: 20 });
		await asked(store, { agent: "b", timeoutSeconds: 21 });
		const expired = await store.change((transaction) => expireApprovals(transaction, NOW + 20_000));
		expect(expired.map(({ id, status }) => [id, status])).toEqual([[due.id, "expired"]]);
		expect(await asked(store, { timeoutSeconds: Number.NaN })).toMatchObject({ expires_at: NOW });
		expect(await active(store)).toEqual([]);
	});

	it("[approvals-restart] the approvals of an agent that restarts or ends are denied, those of others wait on", async () => {
		const store = await opened();
		const [own, other] = [await asked(store), await asked(store, { agent: "b" })];
		const denied = await store.change((transaction) => denyApprovalsOf(transaction, "a", NOW));
		expect(denied.map(({ id, status }) => [id, status])).toEqual([[own.id, "denied"]]);
		expect(await answer(store, own.id)).toMatchObject({ ok: false, code: "already-answered" });
		const page = await store.look((connection) => listApprovals(connection, { status: "pending", limit: 10 }));
		expect(page.items.map(({ id }) => id)).toEqual([other.id]);
	});

	it("[grants-snapshot] [state-62-grants] a snapshot keeps grants with their remaining uses, and what was spent", async () => {
		const store = await opened();
		const { id } = await granted(store, { agent: "b", scope: "calls", calls: 3 });
		await granted(store, { scope: "minutes", minutes: 5 });
		await use(store, id);
		const limits = { max_tokens_per_request: null, max_total_tokens: null, max_requests_per_minute: null, max_cost_usd: null };
		const chain = ["b", "a"].map((agent) => ({ agent, limits }));
		await store.record((transaction) => spend(transaction, chain, { tokens: 7, requests: 1, costUsd: 0.5 }, NOW));
		const copy = JSON.parse(JSON.stringify(await store.look(exportGrants)));
		const other = await opened();
		expect(await other.change((transaction) => importGrants(transaction, copy))).toEqual({ ok: true });
		expect(await other.look(exportGrants)).toEqual(copy);
		expect(await use(other, id)).toMatchObject({ ok: true, grant: { uses_left: 1 } });
		const third = await opened();
		expect(await third.change((transaction) => importGrants(transaction, { ...copy, budgets: [7] }))).toMatchObject({
			code: "invalid-snapshot",
		});
	});
}
