import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spend } from "../../src/state/budgets/index.ts";
import { countEdgeUse, setEdge } from "../../src/state/edges/index.ts";
import { createGrant, requestApproval, useGrant } from "../../src/state/grants/index.ts";
import { sendMessage, takeMessages } from "../../src/state/messages/index.ts";
import { openStore, type Store, type Transaction } from "../../src/store/index.ts";
import { plantAgents } from "../store/plant-agents.ts";
import { startPostgres } from "../store/start-postgres.ts";
import { emptyPlace, type Place } from "../store/with-stores.ts";

const NOW = 1_000_000;

describe("two nodes that count at the same time", () => {
	let place: Place;
	let nodes: readonly Store[] = [];
	beforeAll(async () => {
		await startPostgres();
		place = await emptyPlace("PostgreSQL");
		nodes = [await openStore(place.location), await openStore(place.location)];
		await nodes[0]?.change((transaction) => plantAgents(transaction, { a: null, b: "a", c: "a" }));
	}, 60_000);
	afterAll(async () => {
		for (const node of nodes) await node.close();
		await place.remove();
	}, 60_000);

	/** The same work many times, in turns on both nodes, a few of them under way at once. */
	const race = async <T>(times: number, work: (transaction: Transaction, index: number) => Promise<T>): Promise<readonly T[]> => {
		const outcomes: T[] = [];
		for (let from = 0; from < times; from += 4) {
			const some = [0, 1, 2, 3].map((index) => nodes[index % 2]?.record((transaction) => work(transaction, from + index)));
			for (const outcome of await Promise.all(some)) if (outcome !== undefined) outcomes.push(outcome);
		}
		return outcomes;
	};

	it("never spend more than the root's limit, and count every spending", async () => {
		const limits = { max_tokens_per_request: null, max_total_tokens: 50, max_requests_per_minute: null, max_cost_usd: null };
		const chains = ["b", "c"].map((id) => [id, "a"].map((agent) => ({ agent, limits })));
		const outcomes = await race(16, (transaction, index) => spend(transaction, chains[index % 2] ?? [], { tokens: 7 }, NOW));
		expect([outcomes.length, outcomes.filter(({ ok }) => ok).length]).toEqual([16, 7]);
	});

	it("never use a grant more often than it was given", async () => {
		const made = await nodes[0]?.change((transaction) =>
			createGrant(transaction, { agent: "a", rule: "Bash", scope: "calls", calls: 5, by: "local", now: NOW }),
		);
		const id = made?.ok === true ? made.grant.id : "";
		expect((await race(12, (transaction) => useGrant(transaction, id, NOW))).filter(({ ok }) => ok)).toHaveLength(5);
	});

	it("never pass an edge's rate", async () => {
		await nodes[0]?.change((transaction) =>
			setEdge(transaction, { source: "b", target: "c", rate: { count: 5, per_seconds: 60 }, grantedBy: "local", now: NOW }),
		);
		expect((await race(12, (transaction) => countEdgeUse(transaction, "b", "c", NOW))).filter(({ ok }) => ok)).toHaveLength(5);
	});

	it("never give one message to two takers", async () => {
		const message = { sender: "local", senderAgent: null, recipient: "b", content: "x", maxDepth: 8, mailboxSize: 100, now: NOW };
		await race(12, (transaction) => sendMessage(transaction, message));
		const taken = (await race(12, (transaction) => takeMessages(transaction, "b", 2))).flat();
		expect([taken.length, new Set(taken.map(({ id }) => id)).size]).toEqual([12, 12]);
	});

	it("ask a person once for the same thing", async () => {
		const wish = { agent: "a", rule: "Bash", timeoutSeconds: 300, now: NOW };
		const outcomes = await race(8, (transaction) => requestApproval(transaction, wish));
		expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.approval.id)).size).toBe(1);
		expect(outcomes.filter((outcome) => outcome.ok && !outcome.joined)).toHaveLength(1);
	});
});
