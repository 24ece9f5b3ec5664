import { expect, it } from "vitest";
import { type Batch, type Connection, commitHere, type Store, type Touched, type Transaction } from "../../src/store/index.ts";

/** What every back-end must do; run it with `eachStore`. */
export function storeContract(open: () => Promise<Store>): void {
	it("[store-order] works run one after the other in the order in which they came", async () => {
		const store = await open();
		const order: string[] = [];
		const work = (name: string) => async (transaction: Transaction) => {
			order.push(`${name} begins`);
			await put(transaction, name, "x");
			order.push(`${name} ends`);
		};
		await Promise.all([store.change(work("a")), store.record(work("b")), store.change(work("c"))]);
		expect(order).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
	});

	it("[store-atomic] a work that throws leaves nothing, and the others of its commit stay", async () => {
		const store = await open();
		const batches = commitsOf(store);
		const works = [
			store.change((transaction) => put(transaction, "first", "1")),
			store.change(async (transaction) => {
				await put(transaction, "half", "1");
				transaction.append("entry of the failed");
				transaction.touch("setting", "half");
				throw new Error("changed my mind");
			}),
			store.change(async (transaction) => {
				transaction.append("entry of the last");
				await put(transaction, "last", "1");
			}),
		];
		const outcomes = await Promise.allSettled(works);
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(await names(store)).toEqual(["first", "last"]);
		expect(batches).toEqual([{ works: 3, entries: ["entry of the last"], touched: [] }]);
	});

	it("[store-otherwise] a record that fails is answered with what its caller says instead, also when the store is closed", async () => {
		const store = await open();
		const instead = (error: unknown) => (error instanceof Error ? error.message : "");
		const fail = (): string => {
			throw new Error("not this one");
		};
		expect(await store.record(fail, instead)).toBe("not this one");
		const outcomes = await Promise.all([
			store.record((transaction) => put(transaction, "kept", "1").then(() => "done"), instead),
			store.record(
				(transaction) => transaction.all("SELECT nothing FROM nowhere").then(() => "done"),
				() => "instead",
			),
		]);
		expect(outcomes).toEqual(["done", "instead"]);
		expect(await names(store)).toEqual(["kept"]);
		await expect(store.record(fail, fail)).rejects.toThrow("not this one");
		await store.close();
		expect(await store.record(() => "", instead)).toBe("The store is closed");
	});

	it("a statement that fails fails its work, also when the work catches the error, and nobody else", async () => {
		const store = await open();
		await store.change((transaction) => put(transaction, "taken", "1"));
		const outcomes = await Promise.allSettled([
			store.change((transaction) => put(transaction, "before", "1")),
			store.change(async (transaction) => {
				await put(transaction, "swallowed", "1");
				await put(transaction, "taken", "2").catch(() => undefined);
			}),
			store.change((transaction) => put(transaction, "after", "1")),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(await names(store)).toEqual(["after", "before", "taken"]);
	});

	it("a read that fails before anything was written fails its work, and nobody else", async () => {
		const store = await open();
		const outcomes = await Promise.allSettled([
			store.record((transaction) => put(transaction, "before", "1")),
			store.record((transaction) => transaction.all("SELECT nothing FROM nowhere")),
			store.record((transaction) => put(transaction, "after", "1")),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(await names(store)).toEqual(["after", "before"]);
	});

	it.each([
		["a NUL", "a\0b"],
		["half a character", "a\ud800b"],
		["a number that is not one", Number.NaN],
		["a number too large to be exact", 2 ** 53],
	])("a work with a value that cannot be kept fails alone: %s", async (_, value) => {
		const store = await open();
		const outcomes = await Promise.allSettled([
			store.record((transaction) => put(transaction, "before", "1")),
			store.record((transaction) => transaction.all("SELECT name FROM settings WHERE name = ?", [value])),
			store.record((transaction) => put(transaction, "after", "1")),
		]);
		expect(outcomes[1]).toMatchObject({ status: "rejected", reason: { code: "value-not-storable" } });
		expect(await names(store)).toEqual(["after", "before"]);
		await expect(store.look((connection) => connection.all("SELECT name FROM settings WHERE name = ?", [value]))).rejects.toThrow();
	});

	it("a touch that cannot be told to others fails its work alone", async () => {
		const store = await open();
		const outcomes = await Promise.allSettled([
			store.change((transaction) => put(transaction, "before", "1")),
			store.change(async (transaction) => transaction.touch("agent", "a\0b")),
			store.change(async (transaction) => {
				await put(transaction, "after", "1");
				transaction.touch("agent", "a'\"\\🦄");
			}),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(await names(store)).toEqual(["after", "before"]);
	});

	it("[store-group-commit] works that arrive together share one commit, and each gets its own answer", async () => {
		const store = await open();
		const batches = commitsOf(store);
		const answers = await Promise.all(
			Array.from({ length: 100 }, (_, number) =>
				store.record(async (transaction) => {
					transaction.append(number);
					return number;
				}),
			),
		);
		expect(answers).toEqual(Array.from({ length: 100 }, (_, number) => number));
		expect(batches.map(({ entries }) => entries)).toEqual([answers]);
	});

	it("a chain of works that each wait for the last one never gets stuck", async () => {
		const store = await open();
		const chain = async (depth: number): Promise<number> => {
			const value = await store.record(async () => depth);
			// Asks again some microtasks after the answer: the moment at which the queue falls asleep.
			for (let turn = 0; turn < depth % 7; turn++) await undefined;
			return depth === 0 ? value : chain(depth - 1);
		};
		expect(await chain(60)).toBe(0);
	});

	it("[store-hooks] hooks run in order: out of date, before the commit, after it, and only then the answer", async () => {
		const store = await open();
		await store.record(async () => undefined);
		const order: string[] = [];
		store.attach({
			outdated: (touched) => order.push(`outdated ${JSON.stringify(touched)}`),
			committer: commitHere({
				write: async (connection, batch) => {
					order.push(`before ${batch.entries.join()}`);
					await put(connection, "written by the hook", "1");
				},
			}),
			afterCommit: () => order.push("after"),
		});
		await store.change(async (transaction) => {
			order.push("work");
			transaction.touch("setting", "a");
			transaction.append("entry");
		});
		order.push("answer");
		expect(order).toEqual(["work", 'outdated [{"entity":"setting","id":"a"}]', "before entry", "after", "answer"]);
		expect(await names(store)).toEqual(["written by the hook"]);
	});

	it("a hook that throws before the commit undoes it for everybody, and what was kept is out of date", async () => {
		const store = await open();
		await store.record(async () => undefined);
		const outdated: (readonly Touched[] | null)[] = [];
		let broken = true;
		store.attach({
			outdated: (touched) => outdated.push(touched),
			committer: commitHere({
				write: async () => {
					if (broken) throw new Error("no ledger");
				},
			}),
		});
		const works = ["a", "b"].map((name) => store.change((transaction) => put(transaction, name, "1")));
		expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect(outdated).toEqual([null]);
		expect(await names(store)).toEqual([]);
		broken = false;
		await store.change((transaction) => put(transaction, "c", "1"));
		expect(await names(store)).toEqual(["c"]);
	});

	it("[store-look] a look sees nothing of a work that is not committed", async () => {
		const store = await open();
		await store.change((transaction) => put(transaction, "a", "1"));
		const gate = Promise.withResolvers<void>();
		const inside = Promise.withResolvers<void>();
		const changing = store.change(async (transaction) => {
			await put(transaction, "b", "1");
			inside.resolve();
			await gate.promise;
			throw new Error("changed my mind");
		});
		await inside.promise;
		const looking = names(store);
		setTimeout(gate.resolve, 30);
		await expect(changing).rejects.toThrow("changed my mind");
		expect(await looking).toEqual(["a"]);
	});

	it("a work cannot use its transaction after it ended", async () => {
		const store = await open();
		let escaped: Transaction | null = null;
		await store.record(async (transaction) => {
			escaped = transaction;
		});
		const late: Transaction = escaped ?? expect.fail();
		await expect(late.run("DELETE FROM settings")).rejects.toMatchObject({ code: "work-over" });
		expect(() => late.append("late")).toThrow();
	});

	it("[store-closing] closing waits for what is under way, and what comes later is refused", async () => {
		const store = await open();
		const works = Array.from({ length: 20 }, (_, number) => store.change((transaction) => put(transaction, `n${number}`, "1")));
		const closing = store.close();
		await expect(store.change(async () => undefined)).rejects.toMatchObject({ code: "store-closed" });
		await expect(store.look(async () => undefined)).rejects.toMatchObject({ code: "store-closed" });
		await closing;
		expect((await Promise.allSettled(works)).every(({ status }) => status === "fulfilled")).toBe(true);
		await store.close();
	});

	it("[store-values] texts and numbers come back as they were: unicode, escapes, a megabyte, the limits of exactness", async () => {
		const store = await open();
		const texts = [
			"",
			"'\"\\?$1;--",
			"žluťoučký 漢字 🦄 \u{10ffff}",
			JSON.stringify("a\0b\ud800"),
			"x".repeat(1_048_576),
			"line\r\nline\ttab\u2028",
		];
		for (const [index, text] of texts.entries()) await store.change((transaction) => put(transaction, `t${index}`, text));
		const rows = await store.look((connection) => connection.all("SELECT value FROM settings ORDER BY name"));
		expect(rows.map(({ value }) => value)).toEqual(texts);
		for (const number of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0]) {
			await store.change((transaction) => transaction.run("UPDATE settings SET version = ?", [number]));
			const found = await store.look((connection) =>
				connection.all("SELECT version, version = version AS same FROM settings WHERE name = 't0'"),
			);
			expect(found.map((row) => ({ ...row }))).toEqual([{ version: number, same: 1 }]);
		}
		const [sums] = await store.look((connection) =>
			connection.all("SELECT count(*) AS rows, sum(version) AS total, max(version) AS most FROM settings"),
		);
		expect({ ...sums }).toEqual({ rows: 6, total: 0, most: 0 });
	});

	it("a question mark inside quotes is not a value", async () => {
		const store = await open();
		const rows = await store.look((connection) => connection.all("SELECT 'is it?' AS \"why?\", ? || '?' AS text", ["x"]));
		expect(rows.map((row) => ({ ...row }))).toEqual([{ "why?": "is it?", text: "x?" }]);
	});

	it("[store-bytes] text is ordered and compared by its bytes", async () => {
		const store = await open();
		const written = ["a", "B", "ä", "Z", "_", "a-b", "ab", "🦄", "\uffee", "A", "1", "10", "2"];
		for (const name of written) await store.change((transaction) => put(transaction, name, "1"));
		const sorted = written.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
		expect(await names(store)).toEqual(sorted);
		const after = await store.look((connection) => connection.all("SELECT name FROM settings WHERE name > ? ORDER BY name", ["Z"]));
		expect(after.map(({ name }) => name)).toEqual(sorted.slice(sorted.indexOf("Z") + 1));
	});

	it("[store-cascade] references follow a rename and a deletion, and one that leads nowhere is refused", async () => {
		const store = await open();
		await store.change(async (transaction) => {
			await transaction.run("CREATE TABLE keepers (id TEXT PRIMARY KEY)");
			await transaction.run(
				"CREATE TABLE kept (id TEXT PRIMARY KEY, keeper TEXT REFERENCES keepers (id) ON UPDATE CASCADE ON DELETE CASCADE)",
			);
			await transaction.run("INSERT INTO keepers (id) VALUES (?), (?)", ["k1", "k2"]);
			await transaction.run("INSERT INTO kept (id, keeper) VALUES (?, ?), (?, ?)", ["a", "k1", "b", "k2"]);
		});
		await store.change((transaction) => transaction.run("UPDATE keepers SET id = ? WHERE id = ?", ["k9", "k1"]));
		expect(await store.change((transaction) => transaction.run("DELETE FROM keepers WHERE id = ?", ["k2"]))).toBe(1);
		const rows = await store.look((connection) => connection.all("SELECT id, keeper FROM kept"));
		expect(rows.map((row) => ({ ...row }))).toEqual([{ id: "a", keeper: "k9" }]);
		await expect(store.change((transaction) => transaction.run("INSERT INTO kept VALUES (?, ?)", ["c", "nobody"]))).rejects.toThrow();
	});
}

function put(connection: Connection, name: string, value: string): Promise<number> {
	return connection.run("INSERT INTO settings (name, value, version) VALUES (?, ?, ?)", [name, value, 1]);
}

async function names(store: Store): Promise<readonly unknown[]> {
	const rows = await store.look((connection) => connection.all("SELECT name FROM settings ORDER BY name"));
	return rows.map(({ name }) => name);
}

function commitsOf(store: Store): readonly Batch[] {
	const batches: Batch[] = [];
	store.attach({ afterCommit: (batch) => batches.push(batch) });
	return batches;
}
