import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killWhileWriting } from "./kill-while-writing.ts";
import { startPostgres } from "./start-postgres.ts";
import { emptyPlace, type Place } from "./with-stores.ts";

const places: Place[] = [];
beforeAll(startPostgres);
afterAll(async () => {
	for (const place of places) await place.remove();
});

describe("a process that is killed while it writes", () => {
	it.each([
		["a SQLite file", 20],
		["PostgreSQL", 5],
	] as const)("[store-kill] loses no acknowledged work and leaves no half one on %s (%i kills)", async (kind, kills) => {
		const place = await emptyPlace(kind);
		places.push(place);
		const report = await killWhileWriting(place.location, kills, Math.random);
		expect(report).toMatchObject({ kills, lost: [], halves: [] });
		expect(report.acknowledged).toBeGreaterThan(kills);
	});
});
