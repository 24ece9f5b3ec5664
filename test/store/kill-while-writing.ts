import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../src/store/open-store.ts";
import { acknowledgedBy, startWriter } from "./start-writer.ts";

/** What was found after a number of kills. */
export interface KillReport {
	readonly kills: number;
	readonly acknowledged: number;
	/** Works that were said to be safe and are not there. */
	readonly lost: readonly number[];
	/** Works of which one half is there. */
	readonly halves: readonly number[];
}

/** Kills a writing process again and again at moments chosen by `random`, and looks each time what is left. */
export async function killWhileWriting(location: string, kills: number, random: () => number): Promise<KillReport> {
	const acknowledged = new Set<number>();
	const lost = new Set<number>();
	const halves = new Set<number>();
	let first = 0;
	for (let kill = 0; kill < kills; kill++) {
		const writer = startWriter(location, first);
		// Some die while they start, which is when the journal of the last one is read.
		if (random() > 0.1) await writer.hears("acknowledged");
		await sleep(random() * 150);
		await writer.kill();
		for (const number of acknowledgedBy(writer)) acknowledged.add(number);
		const found = await whatIsThere(location);
		for (const number of acknowledged) if (found.get(number) !== 2) lost.add(number);
		for (const [number, rows] of found) if (rows !== 2) halves.add(number);
		first = Math.max(first, ...found.keys(), ...acknowledgedBy(writer)) + 1;
	}
	return { kills, acknowledged: acknowledged.size, lost: [...lost], halves: [...halves] };
}

async function whatIsThere(location: string): Promise<ReadonlyMap<number, number>> {
	const store = await openStore(location);
	try {
		const rows = await store.look((connection) => connection.all("SELECT version, count(*) AS halves FROM settings GROUP BY version"));
		return new Map(rows.map(({ version, halves }) => [Number(version), Number(halves)]));
	} finally {
		await store.close();
	}
}
