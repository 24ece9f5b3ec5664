import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { edgeState, judgeEdges, listEdges, reachable } from "../../src/state/edges/index.ts";
import { listConversation, listMessages, sendMessage } from "../../src/state/messages/index.ts";
import { type Connection, openStore, type SqlValue, type Store } from "../../src/store/index.ts";
import { plantAgents } from "../store/plant-agents.ts";

const AGENTS = 1_000;
const NOW = 1_000_000;

/** 100,000 edges between agents, some of them through groups. */
describe("with 100,000 edges in SQLite", () => {
	let store: Store;
	beforeAll(async () => {
		store = await openStore(":memory:");
		const ids = Array.from({ length: AGENTS }, (_, index) => `n${index}`);
		await store.change((transaction) => plantAgents(transaction, Object.fromEntries(ids.map((id) => [id, null]))));
		await store.change(async (transaction) => {
			await transaction.run(
				"INSERT INTO agent_groups (name, created_at, created_by, version) VALUES ('g', 0, 'local', 1), ('h', 0, 'local', 1)",
			);
			await transaction.run("INSERT INTO group_members (group_name, agent) SELECT 'g', id FROM agents WHERE id < 'n2'");
			await transaction.run("INSERT INTO group_members (group_name, agent) SELECT 'h', id FROM agents WHERE id > 'n8'");
			await transaction.run(
				`INSERT INTO edges (id, source_agent, target_agent, effect, granted_by, created_at, version)
					SELECT a.id || '>' || b.id, a.id, b.id, 'allow', 'local', 0, 1 FROM agents a CROSS JOIN agents b WHERE b.id > 'n9' AND a.id <> b.id LIMIT 100000`,
			);
			await transaction.run(
				"INSERT INTO edges (id, source_group, target_group, effect, granted_by, created_at, version) VALUES ('gh', 'g', 'h', 'allow', 'local', 0, 1)",
			);
		});
	}, 120_000);
	afterAll(() => store.close());

	it.each<[string, (connection: Connection) => Promise<unknown>]>([
		["[edges-indexed] one verdict", (connection) => edgeState(connection, "n1", "n950", NOW)],
		["many verdicts", (connection) => judgeEdges(connection, "n1", ["n950", "n951", "n952"], NOW)],
		["a page of what is reachable", (connection) => reachable(connection, "n1", NOW, { limit: 100, cursor: "n93" })],
		["a page of all edges", (connection) => listEdges(connection, { limit: 100, cursor: "n50>n95" })],
		["a page of edges by source", (connection) => listEdges(connection, { source: "n5", limit: 100 })],
		["a page of edges by target", (connection) => listEdges(connection, { target: "n95", limit: 100 })],
		["a page of edges by target group", (connection) => listEdges(connection, { target: "group:h", limit: 100 })],
		["a page of a mailbox", (connection) => listMessages(connection, "n5", { limit: 100 })],
		["a conversation with an agent", (connection) => listConversation(connection, "n5", { agent: "n6" }, { limit: 100 })],
		["a conversation with a person", (connection) => listConversation(connection, "n5", { person: "local" }, { limit: 100 })],
	])("%s searches by index and reads no table from end to end", async (_, work) => {
		const plans = await store.look((connection) => plansOf(connection, work));
		expect(plans.length).toBeGreaterThan(0);
		expect(
			plans.filter(
				(step) =>
					/^SCAN (?!(s|t|a|b|c|d|part|conversation|reached|counted)\b|\(|CONSTANT)/.test(step) && !/USING (COVERING )?INDEX/.test(step),
			),
		).toEqual([]);
		// A list by pages may walk along an index in its order; nothing else may.
		expect(plans.filter((step) => /^SCAN (e|edges|u|messages|agents|group_members)\b/.test(step) && !step.includes("edges_pair"))).toEqual(
			[],
		);
	});

	it("a verdict finds its edges by the pair of names", async () => {
		const plans = await store.look((connection) => plansOf(connection, (one) => edgeState(one, "n1", "n950", NOW)));
		expect(plans.some((step) => step.startsWith("SEARCH e USING INDEX edges_pair (<expr>=? AND <expr>=?)"))).toBe(true);
		expect(await store.look((connection) => edgeState(connection, "n1", "n950", NOW))).toBe("allow");
	});

	it("sending searches by index", async () => {
		const message = { sender: "agent:n5", senderAgent: "n5", recipient: "n6", content: "x", maxDepth: 8, mailboxSize: 1_000, now: NOW };
		const plans = await store.record(async (transaction) => {
			const steps: string[] = [];
			const watched = { ...watch(transaction, steps), append: () => undefined, touch: () => undefined };
			await sendMessage(watched, message);
			return steps;
		});
		expect(plans.filter((step) => /^SCAN (messages|agents)\b/.test(step))).toEqual([]);
		expect(plans.join("\n")).toContain("messages_open");
	});
});

async function plansOf(connection: Connection, work: (connection: Connection) => Promise<unknown>): Promise<readonly string[]> {
	const steps: string[] = [];
	await work(watch(connection, steps));
	return steps;
}

/** The same connection, which also asks how each statement is carried out. */
function watch(connection: Connection, steps: string[]): Connection {
	const explain = async (sql: string, values: readonly SqlValue[] = []): Promise<void> => {
		for (const row of await connection.all(`EXPLAIN QUERY PLAN ${sql}`, values)) steps.push(String(row.detail));
	};
	return {
		async all(sql, values) {
			await explain(sql, values);
			return connection.all(sql, values);
		},
		async run(sql, values) {
			await explain(sql, values);
			return connection.run(sql, values);
		},
	};
}
