import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commitHere } from "../../src/store/committer.ts";
import type { Connection } from "../../src/store/connection.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Store, Touched } from "../../src/store/store.ts";
import { cuttableProxy } from "./cuttable-proxy.ts";
import { administer, dropDatabase, freshDatabase } from "./start-postgres.ts";

let address = "";
let endings: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
	address = await freshDatabase();
	endings = [];
});
afterEach(async () => {
	for (const end of endings.toReversed()) await end();
	await dropDatabase(address);
});

describe("several nodes on one PostgreSQL", () => {
	it("[store-two-nodes] a node hears what another one touched before its next work, and not of its own touches", async () => {
		const [one, two] = [await node(), await node()];
		const heard = { one: hearing(one), two: hearing(two) };
		await one.record(async () => undefined);
		await two.record(async () => undefined);
		// A node that has just come knows nothing of what was before.
		expect(heard).toEqual({ one: [null], two: [null] });
		await one.change(async (transaction) => transaction.touch("edge", "a>b"));
		await one.change(async (transaction) => transaction.touch("agent", "a"));
		await two.record(async () => undefined);
		await two.record(async () => undefined);
		await one.record(async () => undefined);
		expect(heard.two.slice(1).flat()).toHaveLength(2);
		expect(heard.two.slice(1).flat()).toEqual(
			expect.arrayContaining([
				{ entity: "edge", id: "a>b" },
				{ entity: "agent", id: "a" },
			]),
		);
		// Its own touches came at once, and not a second time.
		expect(heard.one.slice(1)).toEqual([[{ entity: "edge", id: "a>b" }], [{ entity: "agent", id: "a" }]]);
	});

	it("touches of a work that failed are not told to others", async () => {
		const [one, two] = [await node(), await node()];
		await two.record(async () => undefined);
		const heard = hearing(two);
		const failing = one.change(async (transaction) => {
			transaction.touch("edge", "a>b");
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		await two.record(async () => undefined);
		expect(heard).toEqual([]);
	});

	it("more changes than are kept make everything out of date, and the table of changes stays small", async () => {
		const [one, two] = [await node(), await node()];
		await two.record(async () => undefined);
		const heard = hearing(two);
		for (let round = 0; round < 3; round++) {
			await one.change(async (transaction) => {
				for (let number = 0; number < 8_000; number++) transaction.touch("agent", `agent ${round} ${number}`);
			});
		}
		await two.record(async () => undefined);
		expect(heard).toEqual([null]);
		const [{ rows } = { rows: 0 }] = await one.look((connection) => connection.all("SELECT count(*) AS rows FROM changes"));
		expect(rows).toBeLessThan(20_000);
	});

	it("works that only record run on both nodes at once; a change waits for them and holds back those after it", async () => {
		const [one, two] = [await node(), await node()];
		const order: string[] = [];
		const gate = Promise.withResolvers<void>();
		const inside = Promise.withResolvers<void>();
		const slow = one.record(async () => {
			inside.resolve();
			await gate.promise;
			order.push("the decision under way");
		});
		await inside.promise;
		await two.record(async () => order.push("another decision"));
		const change = two.change(async () => order.push("the revocation"));
		await sleep(50);
		gate.resolve();
		await Promise.all([slow, change]);
		await one.record(async () => order.push("the next decision"));
		expect(order).toEqual(["another decision", "the decision under way", "the revocation", "the next decision"]);
	});

	it("a stream of decisions on two nodes does not starve a revocation", async () => {
		const nodes = [await node(), await node(), await node()];
		const [one = expect.fail()] = nodes;
		let busy = true;
		const load = nodes.map(async (store) => {
			while (busy) await store.record((transaction) => transaction.all("SELECT pg_sleep(0.01)"));
		});
		const started = performance.now();
		for (let number = 0; number < 20; number++) await one.change(async (transaction) => transaction.touch("edge", `e${number}`));
		const took = performance.now() - started;
		busy = false;
		await Promise.all(load);
		expect(took).toBeLessThan(5_000);
	});

	it("[store-revocation] after a revocation has returned, neither node allows from its memory", async () => {
		const [one, two] = [await node(), await node()];
		const decide = [remembering(one), remembering(two)];
		let wrong = 0;
		let busy = true;
		const revoked = new Set<string>();
		const current = { edge: "" };
		const load = decide.map(async (allows) => {
			while (busy) {
				const { edge } = current;
				const wasRevoked = revoked.has(edge);
				if ((await allows(edge)) && wasRevoked) wrong++;
			}
		});
		for (let number = 0; number < 100; number++) {
			const edge = `e${number}`;
			const revoker = number % 2 === 0 ? one : two;
			await one.change(async (transaction) => {
				await transaction.run("INSERT INTO settings (name, value, version) VALUES (?, ?, ?)", [edge, "allow", 1]);
				transaction.touch("edge", edge);
			});
			current.edge = edge;
			for (const allows of decide) expect(await allows(edge)).toBe(true);
			await revoker.change(async (transaction) => {
				await transaction.run("DELETE FROM settings WHERE name = ?", [edge]);
				transaction.touch("edge", edge);
			});
			revoked.add(edge);
			for (const allows of decide) if (await allows(edge)) wrong++;
		}
		busy = false;
		await Promise.all(load);
		expect(wrong).toBe(0);
	});

	it("[store-conflict] two nodes that count in the same row lose nothing, though each reads before it writes", async () => {
		const [one, two] = [await node(), await node()];
		await one.change((transaction) => transaction.run("INSERT INTO settings (name, value, version) VALUES ('a', '', 0), ('b', '', 0)"));
		const count = (store: Store, names: readonly string[]) =>
			store.record(async (transaction) => {
				for (const name of names) {
					const [row] = await transaction.all("SELECT version FROM settings WHERE name = ?", [name]);
					await transaction.run("UPDATE settings SET version = ? WHERE name = ?", [Number(row?.version) + 1, name]);
				}
			});
		const rounds = Array.from({ length: 25 });
		// In opposite order, so that they also lock each other out.
		const forward = async () => {
			for (const _ of rounds) await count(one, ["a", "b"]);
		};
		const backward = async () => {
			for (const _ of rounds) await count(two, ["b", "a"]);
		};
		await Promise.all([forward(), backward()]);
		const rows = await one.look((connection) => connection.all("SELECT name, version FROM settings ORDER BY name"));
		expect(rows).toEqual([
			{ name: "a", version: 50 },
			{ name: "b", version: 50 },
		]);
	});

	it("two nodes that start at once on an empty database both find it ready", async () => {
		const stores = await Promise.all([node(), node(), node()]);
		await Promise.all(stores.map((store) => store.change(async (transaction) => transaction.touch("agent", "a"))));
	});
});

describe("a node without its database", () => {
	it("[store-cut-off] a node that is cut off fails within two seconds, at once after that, and comes back", async () => {
		const { proxy, store } = await nodeBehindProxy();
		await store.record(async () => undefined);
		proxy.cut();
		const began = performance.now();
		const works = [store.record(async () => undefined), store.look((connection) => connection.all("SELECT 1 AS one"))];
		await sleep(300);
		works.push(store.record(async () => undefined));
		const outcomes = await Promise.allSettled(works);
		expect(performance.now() - began).toBeLessThan(2_000);
		for (const outcome of outcomes) expect(outcome).toMatchObject({ status: "rejected", reason: { code: "store-unreachable" } });
		const again = performance.now();
		await expect(store.record(async () => undefined)).rejects.toMatchObject({ code: "store-unreachable" });
		expect(performance.now() - again).toBeLessThan(100);
		proxy.mend();
		await comesBack(store);
	});

	it("[store-cut-off] a revocation waits for a node that fell silent in the middle of a decision, but not longer than two seconds", async () => {
		const { proxy, store } = await nodeBehindProxy();
		const other = await node();
		const inside = Promise.withResolvers<void>();
		const silent = store.record(async (transaction) => {
			await transaction.run("INSERT INTO settings (name, value, version) VALUES ('half', '', 0)");
			proxy.cut();
			inside.resolve();
			await transaction.run("UPDATE settings SET version = 1");
		});
		const failed = expect(silent).rejects.toMatchObject({ code: "store-unreachable" });
		await inside.promise;
		const began = performance.now();
		await other.change(async (transaction) => transaction.touch("edge", "a>b"));
		expect(performance.now() - began).toBeLessThan(2_000);
		await failed;
		expect(await other.look((connection) => connection.all("SELECT name FROM settings"))).toEqual([]);
		proxy.mend();
		await comesBack(store);
	});

	it("[store-unreachable] a connection that the server ends fails the work under way, never half of it, and the next ones succeed", async () => {
		const store = await node();
		await store.record(async () => undefined);
		const endAll =
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'writ' AND datname = current_database()";
		const work = store.change(async (transaction) => {
			await transaction.run("INSERT INTO settings (name, value, version) VALUES ('first half', '', 0)");
			await administer(address, endAll);
			// Long enough for a new connection to stand: the rest must not land there on its own.
			await sleep(400);
			await transaction.run("INSERT INTO settings (name, value, version) VALUES ('second half', '', 0)");
		});
		await expect(work).rejects.toMatchObject({ code: "store-unreachable" });
		await comesBack(store);
		expect(await store.look((connection) => connection.all("SELECT name FROM settings"))).toEqual([]);
	});

	it("a transaction that a failed statement has spoiled is never taken for committed", async () => {
		const store = await node();
		const write = async (connection: Connection) => void (await connection.run("NO SUCH STATEMENT").catch(() => 0));
		store.attach({ committer: commitHere({ write }) });
		const work = store.change((transaction) => transaction.run("INSERT INTO settings (name, value, version) VALUES ('a', '', 0)"));
		await expect(work).rejects.toThrow("spoiled");
		expect(await store.look((connection) => connection.all("SELECT name FROM settings"))).toEqual([]);
	});

	it("[store-unreachable] a database that is not there is named without its password", async () => {
		const opening = openStore("postgres://someone:secret-word@127.0.0.1:1/nowhere");
		await expect(opening).rejects.toMatchObject({ code: "store-unreachable", message: expect.stringContaining("127.0.0.1:1/nowhere") });
		await expect(opening).rejects.not.toMatchObject({ message: expect.stringContaining("secret-word") });
	});

	it("[store-newer-schema] a newer schema is refused", async () => {
		await (await node()).close();
		await administer(address, "UPDATE schema_version SET version = 999");
		await expect(openStore(address)).rejects.toMatchObject({ code: "newer-schema" });
	});
});

async function node(at = address): Promise<Store> {
	const store = await openStore(at);
	endings.push(() => store.close());
	return store;
}

async function nodeBehindProxy() {
	const proxy = await cuttableProxy(Number(new URL(address).port));
	endings.push(() => proxy.close());
	const there = new URL(address);
	there.port = String(proxy.port);
	return { proxy, store: await node(there.href) };
}

function hearing(store: Store): (readonly Touched[] | null)[] {
	const heard: (readonly Touched[] | null)[] = [];
	store.attach({ outdated: (touched) => heard.push(touched) });
	return heard;
}

/** Decides from memory as long as nobody says that it is out of date. */
function remembering(store: Store): (edge: string) => Promise<boolean> {
	const memory = new Map<string, boolean>();
	store.attach({
		outdated: (touched) => {
			if (touched === null) memory.clear();
			else for (const { id } of touched) memory.delete(id);
		},
	});
	return (edge) =>
		store.record(async (transaction) => {
			const known = memory.get(edge);
			if (known !== undefined) return known;
			const rows = await transaction.all("SELECT value FROM settings WHERE name = ?", [edge]);
			memory.set(edge, rows.length > 0);
			return rows.length > 0;
		});
}

async function comesBack(store: Store): Promise<void> {
	await expect.poll(() => store.record(async () => "back").catch(() => "away"), { timeout: 10_000 }).toBe("back");
}
