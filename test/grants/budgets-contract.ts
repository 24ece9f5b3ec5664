import fc from "fast-check";
import { expect, it } from "vitest";
import {
	type BudgetMember,
	budgetChain,
	release,
	reserve,
	type SpendAmounts,
	type SpendLimits,
	settle,
	spend,
	sweepReservations,
} from "../../src/state/budgets/index.ts";
import type { Store } from "../../src/store/index.ts";
import { plantAgents } from "../store/plant-agents.ts";

const NOW = 1_000_000;
const NONE: SpendLimits = { max_tokens_per_request: null, max_total_tokens: null, max_requests_per_minute: null, max_cost_usd: null };

/** What budgets do on every kind of store. */
export function budgetsContract(open: () => Promise<Store>): void {
	const opened = async (): Promise<Store> => {
		const store = await open();
		await store.change((transaction) => plantAgents(transaction, { a: null, b: "a", c: "b", d: "a" }));
		return store;
	};
	const member = (agent: string, limits: Partial<SpendLimits> = {}): BudgetMember => ({ agent, limits: { ...NONE, ...limits } });
	const take = (store: Store, chain: readonly BudgetMember[], amounts: SpendAmounts, now = NOW) =>
		store.record((transaction) => spend(transaction, chain, amounts, now));
	const counters = async (store: Store, ids: readonly string[], now = NOW) =>
		(
			await store.look((connection) =>
				budgetChain(
					connection,
					ids.map((id) => member(id)),
					now,
				),
			)
		).map(({ totalTokens, requestsThisMinute, costUsd }) => [...[totalTokens, requestsThisMinute, costUsd]]);

	it("[budgets-conserved] what a child spends counts against every ancestor, and against nobody else", async () => {
		const store = await opened();
		const outcome = await take(store, [member("c"), member("b"), member("a")], { tokens: 10, requests: 2, costUsd: 0.25 });
		expect(outcome).toMatchObject({ ok: true, spent: [{ agent: "c", totalTokens: 10 }, { agent: "b" }, { agent: "a", costUsd: 0.25 }] });
		await take(store, [member("d"), member("a")], { tokens: 1 });
		expect(await counters(store, ["a", "b", "c", "d"])).toEqual([
			[11, 2, 0.25],
			[10, 2, 0.25],
			[10, 2, 0.25],
			[1, 0, 0],
		]);
	});

	it("[budgets-parent-rest] [state-66] a child that spends its parent's rest leaves nothing for the parent", async () => {
		const store = await opened();
		const parent = member("a", { max_total_tokens: 100 });
		expect(await take(store, [parent], { tokens: 40 })).toMatchObject({ ok: true });
		expect(await take(store, [member("b", { max_total_tokens: 100 }), parent], { tokens: 60 })).toMatchObject({ ok: true });
		expect(await take(store, [parent], { tokens: 1 })).toMatchObject({
			...{ ok: false, code: "budget-exhausted", member: "a", dimension: "tokens", limit: 100, used: 100, asked: 1 },
		});
	});

	it("[budgets-whole] what does not fit one member or one dimension is refused whole: nothing is counted anywhere", async () => {
		const store = await opened();
		const chain = [member("c"), member("b", { max_cost_usd: 1 }), member("a")];
		expect(await take(store, chain, { tokens: 5, requests: 1, costUsd: 1.000001 })).toMatchObject({
			ok: false,
			member: "b",
			dimension: "cost",
		});
		expect(await counters(store, ["a", "b", "c"])).toEqual([
			[0, 0, 0],
			[0, 0, 0],
			[0, 0, 0],
		]);
	});

	it.each([
		["[budgets-tokens-per-request] tokens per request", { max_tokens_per_request: 10 }, { tokens: 10 }, { tokens: 11 }, "budget-exhausted"],
		["[budgets-total-tokens] total tokens", { max_total_tokens: 10 }, { tokens: 10 }, { tokens: 11 }, "budget-exhausted"],
		["[budgets-cost] the cost", { max_cost_usd: 0.3 }, { costUsd: 0.3 }, { costUsd: 0.3000001 }, "budget-exhausted"],
		["[budgets-requests] requests per minute", { max_requests_per_minute: 2 }, { requests: 2 }, { requests: 3 }, "rate-exceeded"],
		["half a token, which counts as one,", { max_total_tokens: 1 }, { tokens: 0.5 }, { tokens: 1.5 }, "budget-exhausted"],
	])("%s: the limit itself fits, and more does not", async (_, limits, fits, more, code) => {
		const store = await opened();
		expect(await take(store, [member("a", limits)], more)).toMatchObject({ ok: false, code, member: "a" });
		expect(await take(store, [member("a", limits)], fits)).toMatchObject({ ok: true });
	});

	it("[budgets-zero] a limit of zero holds nothing but nothing, and null holds everything that can be counted", async () => {
		const store = await opened();
		const zero = member("a", { max_tokens_per_request: 0, max_total_tokens: 0, max_requests_per_minute: 0, max_cost_usd: 0 });
		expect(await take(store, [zero], { tokens: 0, requests: 0, costUsd: 0 })).toMatchObject({ ok: true });
		for (const amounts of [{ tokens: 1 }, { requests: 1 }, { costUsd: 0.0000001 }])
			expect(await take(store, [zero], amounts)).toMatchObject({ ok: false });
		expect(await take(store, [member("a")], { tokens: Number.MAX_SAFE_INTEGER })).toMatchObject({ ok: true });
		expect(await take(store, [member("a")], { tokens: 1 })).toMatchObject({ ok: false, code: "budget-exhausted" });
	});

	it("amounts that are not valid, agents that are not there and chains that leave an ancestor out are refused", async () => {
		const store = await opened();
		for (const amounts of [{ tokens: -1 }, { requests: Number.NaN }, { costUsd: Number.POSITIVE_INFINITY }, { tokens: 2 ** 60 }])
			expect(await take(store, [member("a")], amounts)).toMatchObject({ ok: false, code: "invalid-request" });
		expect(await take(store, [member("a", { max_total_tokens: Number.NaN })], { tokens: 1 })).toMatchObject({ ok: false });
		expect(await take(store, [member("ghost")], { tokens: 1 })).toMatchObject({ ok: false, code: "unknown-agent" });
		expect(await take(store, [], { tokens: 1 })).toMatchObject({ ok: false, code: "unknown-agent" });
		for (const chain of [
			[member("c"), member("a")],
			[member("c"), member("b")],
			[member("b"), member("a"), member("d")],
		])
			expect(await take(store, chain, { tokens: 1 })).toMatchObject({ ok: false, code: "authority-unavailable" });
		expect(await counters(store, ["a", "b", "c"])).toEqual([
			[0, 0, 0],
			[0, 0, 0],
			[0, 0, 0],
		]);
	});

	it("cents add up exactly: three times 0.1 dollars fit 0.3, and a millionth more does not", async () => {
		const store = await opened();
		const limited = member("a", { max_cost_usd: 0.3 });
		for (let time = 0; time < 3; time++) expect(await take(store, [limited], { costUsd: 0.1 })).toMatchObject({ ok: true });
		expect(await take(store, [limited], { costUsd: 0.000001 })).toMatchObject({ ok: false, dimension: "cost", limit: 0.3, used: 0.3 });
	});

	it("[budgets-atomic] of many that ask for the last at once, as many get it as fit", async () => {
		const store = await opened();
		const root = member("a", { max_total_tokens: 50 });
		const outcomes = await Promise.all(
			Array.from({ length: 30 }, (_, index) => take(store, [member(index % 2 === 0 ? "b" : "d"), root], { tokens: 7 })),
		);
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(7);
		expect(await counters(store, ["a"])).toEqual([[49, 0, 0]]);
	});

	it("the minute of requests slides, and the refusal says when there is room", async () => {
		const store = await opened();
		const limited = member("a", { max_requests_per_minute: 2 });
		const at = (now: number) => take(store, [limited], { requests: 1 }, now);
		expect([(await at(NOW)).ok, (await at(NOW + 30_000)).ok]).toEqual([true, true]);
		expect(await at(NOW + 59_999)).toMatchObject({ ok: false, code: "rate-exceeded", retryAfter: 1 });
		expect([(await at(NOW + 60_000)).ok, (await at(NOW + 60_001)).ok]).toEqual([true, false]);
		expect(await counters(store, ["a"], NOW + 90_000)).toEqual([[0, 1, 0]]);
	});

	it("[budgets-terminated] what an ended child spent stays counted for its ancestors", async () => {
		const store = await opened();
		await take(store, [member("b"), member("a")], { tokens: 9 });
		await store.change((transaction) => transaction.run("DELETE FROM agents WHERE id IN ('c')"));
		await store.change((transaction) => transaction.run("DELETE FROM agents WHERE id IN ('b')"));
		expect(await counters(store, ["a", "b"])).toEqual([
			[9, 0, 0],
			[0, 0, 0],
		]);
	});

	it("[budgets-reservation] what is set aside counts as spent until it is settled at what it cost, once", async () => {
		const store = await opened();
		const chain = [member("b"), member("a", { max_total_tokens: 100, max_requests_per_minute: 1 })];
		const held = await store.record((transaction) => reserve(transaction, chain, { tokens: 80, requests: 1, costUsd: 0.5 }, NOW));
		if (!held.ok) throw new Error(held.message);
		expect(await take(store, chain, { tokens: 21 })).toMatchObject({ ok: false, member: "a" });
		expect(await store.record((transaction) => settle(transaction, held.reservation, { tokens: -1 }, NOW))).toMatchObject({
			code: "invalid-request",
		});
		const settled = await store.record((transaction) => settle(transaction, held.reservation, { tokens: 30 }, NOW + 1));
		expect(settled).toMatchObject({
			ok: true,
			spent: [
				{ agent: "b", totalTokens: 30 },
				{ agent: "a", totalTokens: 30, requestsThisMinute: 1, costUsd: 0.5 },
			],
		});
		expect(await store.record((transaction) => settle(transaction, held.reservation, { tokens: 0 }, NOW))).toMatchObject({
			code: "not-found",
		});
		expect(await take(store, chain, { tokens: 70 })).toMatchObject({ ok: true });
	});

	it("what was never made is given back, and what cost more than was set aside is counted all the same", async () => {
		const store = await opened();
		const chain = [member("a", { max_total_tokens: 10, max_requests_per_minute: 1 })];
		const hold = async () => {
			const held = await store.record((transaction) => reserve(transaction, chain, { tokens: 10, requests: 1 }, NOW));
			if (!held.ok) throw new Error(held.message);
			return held.reservation;
		};
		const first = await hold();
		await store.record((transaction) => release(transaction, first, NOW + 1));
		expect(await counters(store, ["a"])).toEqual([[0, 0, 0]]);
		const second = await hold();
		await store.record((transaction) => settle(transaction, second, { tokens: 15 }, NOW + 2));
		expect(await counters(store, ["a"])).toEqual([[15, 1, 0]]);
		expect(await take(store, [member("a", { max_total_tokens: 10 })], { tokens: 1 })).toMatchObject({ ok: false });
	});

	it("a reservation that a crash left behind is swept by its age and stays spent", async () => {
		const store = await opened();
		const old = await store.record((transaction) => reserve(transaction, [member("a")], { tokens: 4 }, NOW));
		await store.record((transaction) => reserve(transaction, [member("a")], { tokens: 5 }, NOW + 10));
		const swept = await store.record((transaction) => sweepReservations(transaction, NOW + 10));
		expect(swept.map(({ id, tokens }) => [id, tokens])).toEqual([[old.ok ? old.reservation : "", 4]]);
		expect(await counters(store, ["a"])).toEqual([[9, 0, 0]]);
	});

	it("[budgets-law] over random trees and spendings every ancestor holds the sum of what its descendants spent, and no limit is ever passed", async () => {
		await fc.assert(
			fc.asyncProperty(randomTree(), randomSteps(), async (tree, steps) => {
				const store = await open();
				const parents = tree.map(({ parent }, index) => (index === 0 ? null : `n${parent % index}`));
				const ids = parents.map((_, index) => `n${index}`);
				await store.change((transaction) =>
					plantAgents(transaction, Object.fromEntries(ids.map((id, index) => [id, parents[index] ?? null]))),
				);
				const chainOf = (index: number): readonly number[] => {
					const parent = parents[index];
					return [index, ...(parent === null || parent === undefined ? [] : chainOf(Number(parent.slice(1))))];
				};
				const expected = ids.map(() => 0);
				for (const { at, tokens } of steps) {
					const line = chainOf(at % ids.length);
					const chain = line.map((index) => member(`n${index}`, { max_total_tokens: tree[index]?.limit ?? null }));
					const fits = line.every((index) => (expected[index] ?? 0) + tokens <= (tree[index]?.limit ?? Number.POSITIVE_INFINITY));
					const outcome = await take(store, chain, { tokens });
					expect(outcome.ok).toBe(fits || tokens === 0);
					if (outcome.ok) for (const index of line) expected[index] = (expected[index] ?? 0) + tokens;
				}
				expect((await counters(store, ids)).map(([tokens]) => tokens)).toEqual(expected);
			}),
			{ numRuns: 8 },
		);
	});
}

function randomTree(): fc.Arbitrary<readonly { readonly parent: number; readonly limit: number | null }[]> {
	const node = fc.record({ parent: fc.nat(), limit: fc.option(fc.integer({ min: 0, max: 60 })) });
	return fc.array(node, { minLength: 1, maxLength: 8 });
}

function randomSteps(): fc.Arbitrary<readonly { readonly at: number; readonly tokens: number }[]> {
	return fc.array(fc.record({ at: fc.nat(), tokens: fc.integer({ min: 0, max: 25 }) }), { maxLength: 15 });
}
