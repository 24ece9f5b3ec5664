import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { createKeyUses } from "../../src/authority/memory/keys.ts";
import { openHome, type TestHome } from "./open-home.ts";

let home: TestHome;
afterEach(() => home.close());

interface Uses {
	readonly usage_count: number;
	readonly last_used_at: number | null;
}

const uses = (): Uses => {
	const database = home.database();
	try {
		return { ...database.prepare("SELECT usage_count, last_used_at FROM access_keys").get() } as unknown as Uses;
	} finally {
		database.close();
	}
};
const adminKey = (): string => readFileSync(join(home.home, "admin.key"), "utf8").trim();

it("[wire-4-key-uses] uses of a key are counted within five seconds, without a record, and are still there after a restart", async () => {
	home = await openHome();
	const records = home.records().length;
	for (let shown = 0; shown < 3; shown++) await home.authority.authenticate(adminKey());
	await home.authority.authenticate("writ_wrong");
	expect(uses()).toEqual({ usage_count: 0, last_used_at: null });
	for (let tries = 0; uses().usage_count === 0 && tries < 50; tries++) await sleep(100);
	expect(uses()).toEqual({ usage_count: 3, last_used_at: expect.any(Number) });
	expect(home.records()).toHaveLength(records);
	await home.authority.authenticate(adminKey());
	home = await home.reopen();
	expect(uses().usage_count).toBe(4);
});

it("[wire-4-key-uses] what could not be written is written later, and the log says so", async () => {
	home = await openHome();
	const written: string[] = [];
	let fails = true;
	const log: string[] = [];
	const counting = createKeyUses(
		{
			record: async (work) => {
				if (fails) throw new Error("the disk is full");
				return work({ run: async (_: string, values: readonly unknown[]) => written.push(values.join(" ")) } as never);
			},
		},
		(line) => log.push(line),
	);
	counting.count("key_1", 5);
	await counting.close();
	fails = false;
	counting.count("key_1", 7);
	await counting.close();
	expect(log).toEqual(["uses of keys were not written: the disk is full"]);
	expect(written).toEqual(["2 7 7 key_1"]);
});
