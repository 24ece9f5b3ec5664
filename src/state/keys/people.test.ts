import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "../../engine/index.ts";
import { openStore, type Store } from "../../store/index.ts";
import { ensurePerson, findPerson, listPeople, roleIncludes, setRole } from "./index.ts";

let store: Store;
beforeEach(async () => {
	store = await openStore(":memory:");
});
afterEach(() => store.close());

describe("people", () => {
	it("[wire-1-role-order] user < operator < creator < admin: each role includes those before it and none after it", () => {
		expect(ROLES).toEqual(["user", "operator", "creator", "admin"]);
		for (const [high, role] of ROLES.entries())
			for (const [low, needed] of ROLES.entries()) expect(roleIncludes(role, needed)).toBe(high >= low);
	});

	it("[wire-4-new-person] a new address makes a person; a known one keeps its role; case makes no second person", async () => {
		const made = await store.change((transaction) => ensurePerson(transaction, "Ann@Example.org", "creator", 5));
		const person = { email: "ann@example.org", name: null, role: "creator", createdAt: 5 };
		expect(made).toEqual({ ok: true, created: true, person });
		expect(await store.change((transaction) => ensurePerson(transaction, "ann@example.ORG", "admin", 6))).toEqual({
			ok: true,
			created: false,
			person,
		});
		expect(await store.look((connection) => findPerson(connection, "ANN@example.org"))).toEqual(person);
	});

	it("an address that is not one makes nobody", async () => {
		for (const email of ["", "ann", "ann@", "@x", "a b@x", "ann@x\n", "ann@x\0", "аnn@x", `${"a".repeat(255)}@x`])
			expect(await store.change((transaction) => ensurePerson(transaction, email, "user", 5))).toMatchObject({
				ok: false,
				code: "invalid-email",
			});
		expect(await store.look((connection) => findPerson(connection, "\0"))).toBeNull();
	});

	it("a role is changed for people who are known, and people are listed by page", async () => {
		await store.change(async (transaction) => {
			for (const name of ["c", "a", "b"]) await ensurePerson(transaction, `${name}@x`, "user", 5);
		});
		expect(await store.change((transaction) => setRole(transaction, "B@x", "admin"))).toMatchObject({
			ok: true,
			person: { role: "admin" },
		});
		expect(await store.change((transaction) => setRole(transaction, "z@x", "admin"))).toMatchObject({ ok: false, code: "unknown-person" });
		const first = await store.look((connection) => listPeople(connection, { limit: 2 }));
		expect(first.items.map(({ email, role }) => [email, role])).toEqual([
			["a@x", "user"],
			["b@x", "admin"],
		]);
		const second = await store.look((connection) => listPeople(connection, { limit: 2, cursor: first.next_cursor }));
		expect(second).toMatchObject({ items: [{ email: "c@x" }], next_cursor: null });
	});
});
