import { expect, it } from "vitest";
import { countEdgeUse, judgeEdge, putGroup, setEdge } from "../../src/state/edges/index.ts";
import {
	answerMessage,
	findAnswer,
	findMessage,
	listConversation,
	listMessages,
	type Outgoing,
	queuedCount,
	redeliver,
	redeliverAt,
	sendMessage,
	takeMessages,
	undeliverable,
} from "../../src/state/messages/index.ts";
import { exportMessages, importMessages } from "../../src/state/snapshots/index.ts";
import { type Store, saveNodeSeen } from "../../src/store/index.ts";
import { plantAgents } from "../store/plant-agents.ts";

const NOW = 1_000_000;
const ANN = "user:ann@example.org";

/** What mailboxes do on every kind of store. */
export function messagesContract(open: () => Promise<Store>): void {
	const opened = async (): Promise<Store> => {
		const store = await open();
		await store.change((transaction) => plantAgents(transaction, { a: null, b: null, c: null }));
		return store;
	};
	const outgoing = (from: string, to: string, more: Partial<Outgoing> = {}): Outgoing => ({
		sender: from.includes(":") ? from : `agent:${from}`,
		senderAgent: from.includes(":") ? null : from,
		recipient: to,
		content: `${from} to ${to}`,
		maxDepth: 8,
		mailboxSize: 1_000,
		now: NOW,
		...more,
	});
	const send = (store: Store, from: string, to: string, more: Partial<Outgoing> = {}) =>
		store.record((transaction) => sendMessage(transaction, outgoing(from, to, more)));
	const sent = async (...call: Parameters<typeof send>) => {
		const outcome = await send(...call);
		if (!outcome.ok) throw new Error(outcome.code);
		return outcome.message;
	};
	const take = (store: Store, agent: string, limit = 100, peek = false) =>
		store.record((transaction) => takeMessages(transaction, agent, limit, { peek }));
	const answer = (store: Store, id: string, by: string, content = "done") =>
		store.record((transaction) => answerMessage(transaction, { id, by, content, now: NOW + 1 }));

	it("[messages-shape] a message names its sender from the credential, its depth, its correlation and its state", async () => {
		const store = await opened();
		const message = await sent(store, ANN, "a", { content: "hi\0 \ud800", correlationId: "c-1", expectsAnswer: true });
		expect(message).toMatchObject({
			...{ from: ANN, from_agent: null, to: "a", content: "hi\0 \ud800", depth: 1, in_reply_to: null, correlation_id: "c-1" },
			...{ sent_at: NOW, state: "queued", redelivered: false, expects_answer: true },
		});
		expect(await store.look((connection) => findMessage(connection, message.id))).toEqual(message);
		expect(await store.look((connection) => findMessage(connection, "\0"))).toBe(null);
	});

	it("[messages-order] messages of one pair arrive in the order in which they were sent, also when they share a commit", async () => {
		const store = await opened();
		await Promise.all(Array.from({ length: 20 }, (_, index) => send(store, index % 3 === 0 ? "c" : "b", "a", { content: String(index) })));
		const first = await take(store, "a", 7);
		const rest = await take(store, "a");
		expect([...first, ...rest].map(({ content }) => Number(content))).toEqual(Array.from({ length: 20 }, (_, index) => index));
		expect(first).toHaveLength(7);
		expect(await take(store, "a")).toEqual([]);
	});

	it("takers at the same time never get the same message", async () => {
		const store = await opened();
		for (let index = 0; index < 10; index++) await send(store, "b", "a");
		const taken = (await Promise.all(Array.from({ length: 6 }, () => take(store, "a", 3)))).flat();
		expect(new Set(taken.map(({ id }) => id)).size).toBe(10);
		expect(taken).toHaveLength(10);
	});

	it("[messages-self] an agent cannot send to itself, nor anybody to an agent that is not there", async () => {
		const store = await opened();
		expect(await send(store, "a", "a")).toMatchObject({ ok: false, code: "self-send" });
		expect(await send(store, "a", "ghost")).toMatchObject({ ok: false, code: "unknown-agent" });
	});

	it("[messages-mailbox-full] the message after the last that fits is refused with a time to retry, also inside one commit", async () => {
		const store = await opened();
		const outcomes = await Promise.all(Array.from({ length: 8 }, () => send(store, "b", "a", { mailboxSize: 5 })));
		expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false, false, false]);
		expect(outcomes.at(-1)).toMatchObject({ code: "mailbox-full", retryAfter: 5 });
		expect(await store.look((connection) => queuedCount(connection, "a"))).toBe(5);
		await take(store, "a", 1);
		expect(await send(store, "b", "a", { mailboxSize: 5 })).toMatchObject({ ok: true });
		expect(await send(store, "b", "c", { mailboxSize: 0 })).toMatchObject({ ok: false, code: "mailbox-full" });
	});

	it("[messages-depth] [state-64] two agents that send to each other without answering are stopped beyond depth 8", async () => {
		const store = await opened();
		const depths: number[] = [];
		for (let turn = 1; ; turn++) {
			const [from, to] = turn % 2 === 1 ? ["a", "b"] : ["b", "a"];
			const outcome = await send(store, from, to);
			if (!outcome.ok) {
				expect(outcome).toMatchObject({ code: "chain-depth" });
				break;
			}
			depths.push(outcome.message.depth);
			await take(store, to);
		}
		expect(depths).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
	});

	it("a chain of replies is stopped too, while asking and being answered can go on for ever", async () => {
		const store = await opened();
		let last = await sent(store, "a", "b");
		for (let depth = 2; depth <= 8; depth++) {
			await take(store, last.to);
			last = await sent(store, last.to, last.from, { inReplyTo: last.id });
			expect(last.depth).toBe(depth);
		}
		await take(store, last.to);
		expect(await send(store, last.to, last.from, { inReplyTo: last.id })).toMatchObject({ ok: false, code: "chain-depth" });
		for (let round = 0; round < 20; round++) {
			const question = await sent(store, "a", "c");
			await take(store, "c");
			const reply = await send(store, "c", "a", { inReplyTo: question.id });
			expect(reply).toMatchObject({ ok: true, answered: { id: question.id, state: "answered" } });
			await take(store, "a");
			expect(question.depth).toBe(1);
		}
	});

	it("what an agent only peeked at counts for its depth, and what it never saw does not", async () => {
		const store = await opened();
		await send(store, "b", "a");
		expect((await sent(store, "a", "c")).depth).toBe(1);
		const [peeked] = await take(store, "a", 1, true);
		expect(peeked).toMatchObject({ state: "queued" });
		expect((await sent(store, "a", "c")).depth).toBe(2);
		await answer(store, peeked?.id ?? "", "agent:a");
		expect((await sent(store, "a", "c")).depth).toBe(1);
	});

	it("only a message from the receiver to the sender can be replied to", async () => {
		const store = await opened();
		const foreign = await sent(store, "b", "c");
		expect(await send(store, "a", "b", { inReplyTo: foreign.id })).toMatchObject({ ok: false, code: "unknown-message" });
		expect(await send(store, "c", "a", { inReplyTo: foreign.id })).toMatchObject({ ok: false, code: "unknown-message" });
		expect(await send(store, "a", "b", { inReplyTo: "\0" })).toMatchObject({ ok: false, code: "unknown-message" });
		expect(await store.look((connection) => findMessage(connection, foreign.id))).toMatchObject({ state: "queued" });
	});

	it("[messages-answer] an answer goes into the mailbox of the agent that asked, once, however full it is", async () => {
		const store = await opened();
		const question = await sent(store, "a", "b", { correlationId: "c-9", expectsAnswer: true });
		await send(store, "c", "a");
		await take(store, "b");
		expect(await answer(store, question.id, "agent:c")).toMatchObject({ ok: false, code: "not-found" });
		const outcomes = await Promise.all([answer(store, question.id, "agent:b", "42"), answer(store, question.id, "agent:b", "43")]);
		expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
		expect(outcomes[1]).toMatchObject({ code: "already-answered", original: { state: "answered" } });
		const found = await store.look((connection) => findAnswer(connection, question.id));
		expect(found).toMatchObject({ from: "b", to: "a", content: "42", in_reply_to: question.id, correlation_id: "c-9", depth: 2 });
		const taken = await take(store, "a");
		expect(taken.map(({ content, state }) => [content, state])).toEqual([
			["c to a", "taken"],
			["42", "delivered"],
		]);
	});

	it("the answer to a person is kept for the person, in their own conversation only", async () => {
		const store = await opened();
		const question = await sent(store, ANN, "b");
		await send(store, "user:bob@example.org", "b");
		expect(await answer(store, question.id, "agent:b", "yes")).toMatchObject({ ok: true, answer: { to: ANN, state: "delivered" } });
		const talk = await store.look((connection) => listConversation(connection, "b", { person: ANN }, { limit: 10 }));
		expect(talk.items.map(({ from, content }) => [from, content])).toEqual([
			["b", "yes"],
			[ANN, `${ANN} to b`],
		]);
		const reply = await store.look((connection) => findAnswer(connection, question.id));
		expect(await send(store, ANN, "b", { inReplyTo: reply?.id ?? null })).toMatchObject({ ok: true, message: { depth: 1 } });
		expect(await send(store, "user:bob@example.org", "b", { inReplyTo: reply?.id ?? null })).toMatchObject({ code: "unknown-message" });
	});

	it("[messages-conversation] what somebody answers in an agent's place is part of what was said, and nobody else's words are", async () => {
		const store = await opened();
		const question = await sent(store, ANN, "b");
		await sent(store, "user:bob@example.org", "b");
		await take(store, "b");
		await answer(store, question.id, "user:bob@example.org", "for b");
		const said = async (person: string) =>
			(await store.look((connection) => listConversation(connection, "b", { person }, { limit: 10 }))).items.map(({ content }) => content);
		expect(await said(ANN)).toEqual(["for b", `${ANN} to b`]);
		expect(await said("user:bob@example.org")).toEqual(["user:bob@example.org to b"]);
	});

	it("[messages-redelivered] [state-65] what was taken and not answered is offered again after a restart, in its old place and marked", async () => {
		const store = await opened();
		const [first, second, third] = [await sent(store, "b", "a"), await sent(store, "b", "a"), await sent(store, "c", "a")];
		await take(store, "a", 2);
		await answer(store, second.id, "agent:a");
		expect(await store.change((transaction) => redeliver(transaction, "b"))).toBe(0);
		expect(await store.change((transaction) => redeliver(transaction, "a"))).toBe(1);
		expect((await take(store, "a")).map(({ id, redelivered }) => [id, redelivered])).toEqual([
			[first.id, true],
			[third.id, false],
		]);
	});

	it("[messages-redelivered-node] what was taken at a node that lives stays there; that of the node that starts and of those that are gone does not", async () => {
		const store = await opened();
		const at = async (node: string) => {
			const message = await sent(store, "b", "a");
			await store.record((transaction) => takeMessages(transaction, "a", 1, { node }));
			return message.id;
		};
		const [own, living, gone, unknown] = [await at("own"), await at("living"), await at("gone"), await at("unknown")];
		await store.record(async (transaction) => {
			for (const [node, seen] of [
				["own", 100],
				["living", 100],
				["gone", 99],
			] as const)
				await saveNodeSeen(transaction, node, seen);
		});
		expect(await store.record((transaction) => redeliverAt(transaction, null, 100))).toBe(2);
		expect((await take(store, "a")).map(({ id }) => id)).toEqual([gone, unknown]);
		expect(await store.record((transaction) => redeliverAt(transaction, "own", 100))).toBe(3);
		const again = (await take(store, "a")).map(({ id }) => id);
		expect(again).toEqual([own, gone, unknown]);
		expect(again).not.toContain(living);
	});

	it("[messages-undeliverable] what an agent did not live to answer is undeliverable, and a later agent of its name gets nothing of it", async () => {
		const store = await opened();
		const [one, two] = [await sent(store, "a", "b"), await sent(store, "a", "b")];
		const asked = await sent(store, "b", "a");
		await take(store, "b", 1);
		const lost = await store.change((transaction) => undeliverable(transaction, "b"));
		expect(lost.map(({ id, state }) => [id, state])).toEqual([
			[one.id, "undeliverable"],
			[two.id, "undeliverable"],
		]);
		await store.change((transaction) => transaction.run("DELETE FROM agents WHERE id = 'b'"));
		await store.change((transaction) => plantAgents(transaction, { b: null }));
		expect(await store.look((connection) => findMessage(connection, one.id))).toMatchObject({
			state: "undeliverable",
			to: "b",
			to_agent: null,
		});
		expect(await answer(store, one.id, "agent:b")).toMatchObject({ ok: false });
		expect(await answer(store, asked.id, "agent:a")).toMatchObject({ ok: true, answer: { to: "b", to_agent: null } });
		expect(await take(store, "b")).toEqual([]);
	});

	it("mailboxes and conversations are listed page by page, and follow a rename", async () => {
		const store = await opened();
		for (let index = 0; index < 5; index++)
			await send(store, index % 2 === 0 ? "a" : "b", index % 2 === 0 ? "b" : "a", { content: String(index) });
		await send(store, "c", "b");
		await store.change((transaction) => transaction.run("UPDATE agents SET id = 'z' WHERE id = 'b'"));
		const page = await store.look((connection) => listConversation(connection, "a", { agent: "z" }, { limit: 3 }));
		expect(page.items.map(({ content }) => content)).toEqual(["4", "3", "2"]);
		const rest = await store.look((connection) =>
			listConversation(connection, "a", { agent: "z" }, { limit: 3, cursor: page.next_cursor }),
		);
		expect([rest.items.map(({ content }) => content), rest.next_cursor]).toEqual([["1", "0"], null]);
		const box = await store.look((connection) => listMessages(connection, "z", { limit: 2 }));
		const more = await store.look((connection) => listMessages(connection, "z", { limit: 2, cursor: box.next_cursor }));
		expect([...box.items, ...more.items].map(({ from, to }) => from + to)).toEqual(["az", "az", "az", "cz"]);
		expect(await store.look((connection) => listMessages(connection, "z", { limit: 2, cursor: "x" }))).toEqual({
			items: [],
			next_cursor: null,
		});
	});

	it("[messages-snapshot] [state-62-edges] a snapshot brings edges, groups, used rates and mailboxes into an empty home, in order", async () => {
		const store = await opened();
		await store.change(async (transaction) => {
			await putGroup(transaction, { name: "team", members: ["a", "b"], createdBy: ANN, now: NOW });
			await setEdge(transaction, { source: "group:team", target: "c", rate: { count: 3, per_seconds: 60 }, grantedBy: ANN, now: NOW });
			await countEdgeUse(transaction, "a", "c", NOW);
			await setEdge(transaction, { source: "a", target: "b", effect: "block", reason: "no\0", grantedBy: ANN, now: NOW });
		});
		for (let index = 0; index < 3; index++) await send(store, "b", "a", { content: String(index) });
		await take(store, "a", 1);
		const copy = JSON.parse(JSON.stringify(await store.look(exportMessages)));
		expect(copy.edge_uses).toHaveLength(1);
		const other = await opened();
		expect(await other.change((transaction) => importMessages(transaction, copy))).toEqual({ ok: true });
		expect(await other.look(exportMessages)).toEqual(copy);
		expect((await take(other, "a")).map(({ content }) => content)).toEqual(["1", "2"]);
		expect(await other.look((connection) => judgeEdge(connection, "a", "b", NOW))).toMatchObject({
			verdict: "block",
			edge: { reason: "no\0" },
		});
		const bad = { ...copy, edges: [{ ...copy.edges[0], effect: { toString: "allow" } }] };
		const third = await opened();
		expect(await third.change((transaction) => importMessages(transaction, bad))).toMatchObject({ ok: false, code: "invalid-snapshot" });
		expect(await third.change((transaction) => importMessages(transaction, {}))).toMatchObject({ ok: false, code: "invalid-snapshot" });
	});
}
