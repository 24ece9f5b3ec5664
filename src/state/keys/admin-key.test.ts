import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../store/index.ts";
import { ADMIN_EMAIL, adminKey, authenticate, ensureAdminKey, rotateKey } from "./index.ts";

let folder: string;
let file: string;
let store: Store;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "writ-admin-"));
	file = join(folder, "admin.key");
	store = await openStore(":memory:");
});
afterEach(async () => {
	await store.close();
	rmSync(folder, { recursive: true });
});

const ensure = (value: string, node = "node_1") => store.change((transaction) => ensureAdminKey(transaction, value, node, 5));
const ask = (value: string) => store.look((connection) => authenticate(connection, value, 6));

describe("adminKey", () => {
	it("[wire-1-admin-key] is made once, with mode 0600 and nothing beside it, and then read", () => {
		const value = adminKey(file);
		expect(value).toMatch(/^writ_/);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(adminKey(file)).toBe(value);
		expect(readdirSync(folder)).toEqual(["admin.key"]);
	});

	it.each([0o640, 0o604, 0o620, 0o601])("[wire-1-admin-key-open] is refused when others can reach it (mode %o)", (mode) => {
		adminKey(file);
		chmodSync(file, mode);
		expect(() => adminKey(file)).toThrow(expect.objectContaining({ code: "key-file-open" }));
	});

	it("what is not a key, not a file, or is a link is refused and left alone", () => {
		writeFileSync(file, "secret\n", { mode: 0o600 });
		expect(() => adminKey(file)).toThrow(expect.objectContaining({ code: "key-file-broken" }));
		adminKey(join(folder, "real.key"));
		symlinkSync(join(folder, "real.key"), join(folder, "link.key"));
		expect(() => adminKey(join(folder, "link.key"))).toThrow(expect.objectContaining({ code: "key-file-broken" }));
		expect(() => adminKey(folder)).toThrow(expect.objectContaining({ code: "key-file-broken" }));
	});

	it("[wire-1-admin-key] opens the store as admin@localhost, at every start under one id", async () => {
		const value = adminKey(file);
		const first = await ensure(value);
		expect(await ensure(value)).toEqual(first);
		expect(await ask(value)).toMatchObject({ ok: true, principal: { kind: "person", email: ADMIN_EMAIL, role: "admin" } });
		expect(ADMIN_EMAIL).toBe("admin@localhost");
	});

	it("a value that was in the file before opens nothing any more", async () => {
		const before = adminKey(file);
		await ensure(before);
		rmSync(file);
		const after = adminKey(file);
		await ensure(after);
		expect(await ask(before)).toMatchObject({ ok: false });
		expect(await ask(after)).toMatchObject({ ok: true });
	});

	it("[wire-1-admin-key] homes of one database have a key each: the start of one leaves the other's alone", async () => {
		const [one, two] = [adminKey(file), adminKey(join(folder, "other.key"))];
		await ensure(one, "node_1");
		await ensure(two, "node_2");
		for (const value of [one, two]) expect(await ask(value)).toMatchObject({ ok: true });
		expect(await ensure(one, "node_1")).toMatchObject({ ok: true });
	});

	it("a value that was rotated away does not come back by a restart", async () => {
		const value = adminKey(file);
		const made = await ensure(value);
		await store.change((transaction) => rotateKey(transaction, made.ok ? made.key.id : "", { now: 6 }));
		expect(await ensure(value)).toMatchObject({ ok: false, code: "key-ended" });
		expect(await ask(value)).toMatchObject({ ok: false });
	});
});
