/** `npm run chaos`: kills a server under load, 200 times on each back-end, and looks each time what is left. `--kills N` says how often. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomFrom } from "../bench/random.ts";
import { killServer } from "../test/chaos/kill-server.ts";
import { dropDatabase, freshDatabase } from "../test/store/start-postgres.ts";

const given = process.argv.indexOf("--kills");
const kills = given < 0 ? 200 : Number(process.argv[given + 1]);
const seed = Number(process.env.WRIT_CHAOS_SEED ?? Date.now() % 1_000_000);
console.log(`WRIT_CHAOS_SEED=${seed}`);
for (const name of ["sqlite", "postgres"]) {
	const home = mkdtempSync(join(tmpdir(), "writ-"));
	const database = name === "postgres" ? await freshDatabase() : null;
	const report = await killServer(home, database, kills, randomFrom(seed));
	if (database !== null) await dropDatabase(database);
	rmSync(home, { recursive: true, force: true });
	console.log(
		`${name}: ${report.kills} kills, ${report.acknowledged} answers, ${report.lost.length} lost, ${report.broken} times a broken ledger, ${report.halves.length} half made`,
	);
	if (report.lost.length + report.broken + report.halves.length > 0) {
		console.log(JSON.stringify(report, null, 2));
		process.exitCode = 1;
	}
}
