import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Ledger, listLedgerRows, openLedger, verifyLedger } from "../../src/ledger/index.ts";
import { type Backend, brokenStore } from "../../src/store/backend.ts";
import { openCommitQueue } from "../../src/store/commit-queue.ts";
import type { Store } from "../../src/store/index.ts";
import { migrate } from "../../src/store/schema.ts";
import { openSqlite } from "../../src/store/sqlite/open-sqlite.ts";
import { entry } from "./entry.ts";
import { START } from "./scratch-ledger.ts";

/** How the database fails: it refuses, it undoes the whole transaction as a full disk may, or it does what it is told and the answer is lost. */
type Way = "refused" | "undone" | "lost";

/** A real database that fails once, at the step that was chosen. */
interface Faulty {
	readonly backend: Backend;
	readonly steps: readonly string[];
	failAt(step: number | null, way: Way): void;
}

let folder = "";
beforeEach(() => {
	// The lookup is filled by a timer, which would come between the steps that are counted.
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	folder = mkdtempSync(join(tmpdir(), "writ-failing-"));
});
afterEach(() => {
	vi.useRealTimers();
	rmSync(folder, { recursive: true, force: true });
});

/** Two works in one commit. */
type Round = (store: Store, ledger: Ledger) => Promise<readonly PromiseSettledResult<unknown>[]>;

/** The first writes more than its record, or both need nothing from the database. */
const ROUNDS: Readonly<Record<string, Round>> = {
	"of works that write": (store, ledger) => {
		const first = store.change(async (transaction) => {
			await transaction.all("SELECT name FROM settings");
			await transaction.run("INSERT INTO settings (name, value, version) VALUES ('round', '', 0)");
			ledger.append(transaction, entry({ code: "first" }));
		});
		return Promise.allSettled([first, record(store, ledger, "second")]);
	},
	"of decisions": (store, ledger) => Promise.allSettled([record(store, ledger, "first"), record(store, ledger, "second")]),
};

/** What the steps of each round are is found out by one that does not fail. */
const CASES = (
	await Promise.all(Object.entries(ROUNDS).map(async ([name, round]) => ({ name, round, steps: await stepsOf(round) })))
).flatMap(({ name, round, steps }) =>
	steps.flatMap((step, index) =>
		(step === "COMMIT" ? (["refused", "undone", "lost"] as const) : (["refused", "undone"] as const)).map((way) => ({
			name,
			round,
			index,
			step,
			way,
		})),
	),
);

describe("a commit that fails", () => {
	it.each(CASES)(
		"[ledger-failed-commit] leaves the chain where the database ends when step $index ($step) $name is $way",
		async ({ round, index, way }) => {
			const { store, ledger, faulty } = await open(folder);
			await record(store, ledger, "before");
			faulty.failAt(index, way);
			const outcomes = await round(store, ledger);
			faulty.failAt(null, way);
			expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
			// A commit without records comes first: it must not pass for the one that failed.
			await store.record((transaction) => listLedgerRows(transaction, "n1", 100));
			await store.change(async (transaction) => transaction.touch("agent", "a"));
			await record(store, ledger, "after");
			const { items } = await ledger.list({ order: "oldest" });
			const codes = items.map(({ code }) => code);
			expect(items.map(({ seq }) => seq)).toEqual(codes.map((_, place) => place + 1));
			expect(codes).toEqual(way === "lost" ? ["before", "first", "second", "after"] : ["before", "after"]);
			expect(await verifyLedger(store, { folder })).toMatchObject({ ok: true, first_bad: null });
			ledger.close();
			const again = await openLedger({ store, node: "n1", folder, clock: { now: () => START } });
			expect(again.doubt).toBeNull();
			again.close();
			await store.close();
		},
	);

	it("[ledger-failed-commit] keeps nothing that a work does after a statement of it failed", async () => {
		const { store, ledger, faulty } = await open(folder);
		faulty.failAt(2, "undone");
		const insert = "INSERT INTO settings (name, value, version) VALUES (?, '', 0)";
		const stubborn = store.change(async (transaction) => {
			await transaction.run(insert, ["first"]).catch(() => undefined);
			await transaction.run(insert, ["second"]).catch(() => undefined);
		});
		await expect(stubborn).rejects.toMatchObject({ code: "store-unwritable" });
		expect(await store.look((connection) => connection.all("SELECT name FROM settings"))).toEqual([]);
		ledger.close();
		await store.close();
	});
});

async function open(home: string): Promise<{ readonly store: Store; readonly ledger: Ledger; readonly faulty: Faulty }> {
	const faulty = faultyOn(openSqlite(join(home, "writ.db")));
	await migrate(faulty.backend);
	const store = openCommitQueue(faulty.backend);
	const ledger = await openLedger({ store, node: "n1", folder: home, clock: { now: () => START } });
	store.attach({ committer: ledger.committer });
	return { store, ledger, faulty };
}

function record(store: Store, ledger: Ledger, code: string): Promise<string> {
	return store.record((transaction) => ledger.append(transaction, entry({ code })));
}

async function stepsOf(round: Round): Promise<readonly string[]> {
	const home = mkdtempSync(join(tmpdir(), "writ-failing-"));
	const { store, ledger, faulty } = await open(home);
	faulty.failAt(null, "refused");
	await round(store, ledger);
	const steps = [...faulty.steps];
	ledger.close();
	await store.close();
	rmSync(home, { recursive: true });
	return steps;
}

function faultyOn(real: Backend): Faulty {
	let steps: string[] = [];
	let failing: { readonly step: number | null; readonly way: Way } = { step: null, way: "refused" };
	const attempt = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
		steps.push(name);
		if (steps.length - 1 !== failing.step) return act();
		if (failing.way === "undone") await real.rollback();
		if (failing.way === "lost") await act();
		throw brokenStore("store-unwritable", "no room");
	};
	const firstWords = (sql: string) => sql.split(" ").slice(0, 3).join(" ");
	const backend: Backend = {
		...real,
		writer: {
			all: (sql, values) => attempt(firstWords(sql), () => real.writer.all(sql, values)),
			run: (sql, values, made) => attempt(firstWords(sql), () => real.writer.run(sql, values, made)),
		},
		begin: (mode) => attempt("BEGIN", () => real.begin(mode)),
		commit: () => attempt("COMMIT", () => real.commit()),
	};
	return {
		backend,
		get steps() {
			return steps;
		},
		failAt(step, way) {
			steps = [];
			failing = { step, way };
		},
	};
}
