import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../store/index.ts";
import { getSetting, listSettings, SETTINGS, setSetting } from "./index.ts";

let store: Store;
beforeEach(async () => {
	store = await openStore(":memory:");
});
afterEach(() => store.close());

const set = (name: string, value: unknown) => store.change((transaction) => setSetting(transaction, name, value));

describe("settings", () => {
	it("[wire-2-setting-defaults] hold the defaults of the specification until somebody sets them", async () => {
		const listed = await store.look(listSettings);
		expect(listed.map(({ name }) => name)).toEqual(Object.keys(SETTINGS).toSorted());
		expect(Object.fromEntries(listed.map(({ name, value }) => [name, value]))).toMatchObject({
			"edges.default": "lineage",
			"messages.max_depth": 8,
			"messages.mailbox_size": 1_000,
			"socket.peer": "admin",
			"socket.reply": "flat",
			"ledger.content": "digest",
			"injection.folder": ".writ",
			"approvals.timeout_seconds": 300,
			"rate.requests_per_second": 1_000,
			"rate.failed_logins_per_minute": 60,
		});
		for (const { description, version } of listed) expect([description.length > 20, version]).toEqual([true, 0]);
	});

	it("every default is a value that can be set", async () => {
		for (const [name, entry] of Object.entries(SETTINGS)) expect(await set(name, entry.default)).toMatchObject({ ok: true });
	});

	it("[wire-4-settings] a value is kept with the next version, and told to whoever keeps settings", async () => {
		const touched: unknown[] = [];
		store.attach({ afterCommit: (batch) => void touched.push(...batch.touched) });
		expect(await set("edges.default", "same-owner")).toMatchObject({ ok: true, setting: { value: "same-owner", version: 1 } });
		expect(await set("edges.default", "none")).toMatchObject({ ok: true, setting: { value: "none", version: 2 } });
		expect(await store.look((connection) => getSetting(connection, "edges.default"))).toBe("none");
		expect(await set("rate.requests_per_second", null)).toMatchObject({ ok: true });
		expect(touched).toContainEqual({ entity: "setting", id: "edges.default" });
	});

	it("[wire-4-settings] an unknown name is refused", async () => {
		for (const name of ["edges", "edges.Default", "__proto__", "constructor", ""])
			expect(await set(name, "none")).toEqual({ ok: false, code: "unknown-setting", message: `Unknown setting: ${name}` });
	});

	it.each([
		["edges.default", "all"],
		["edges.default", null],
		["messages.max_depth", 0],
		["messages.max_depth", 1.5],
		["messages.max_depth", "8"],
		["messages.mailbox_size", -1],
		["rate.requests_per_second", 0],
		["socket.peer", "root"],
		["injection.folder", "../x"],
		["injection.folder", ".."],
		["injection.folder", "a/b"],
		["injection.folder", ".git"],
		["injection.folder", ".GIT"],
		["injection.folder", ""],
		["injection.folder", "x\0"],
		["http.hosts", "example.org"],
		["http.hosts", ["evil.example/path"]],
		["http.hosts", [7]],
	])("[wire-4-settings] %s refuses %j and stays as it is", async (name, value) => {
		expect(await set(name, value)).toMatchObject({ ok: false, code: "invalid-setting" });
		expect((await store.look(listSettings)).find((setting) => setting.name === name)?.version).toBe(0);
	});

	it("a stored value that does not fit is never used", async () => {
		await store.change((transaction) => transaction.run(`INSERT INTO settings (name, value, version) VALUES ('socket.peer', '"root"', 1)`));
		await expect(store.look((connection) => getSetting(connection, "socket.peer"))).rejects.toMatchObject({ code: "store-corrupt" });
	});
});
