/** A process of its own that appends records without end, many at once, and writes down the id of each one that was answered. */
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openLedger } from "../../src/ledger/index.ts";
import { systemClock } from "../../src/platform/index.ts";
import { openStore } from "../../src/store/index.ts";
import { entry } from "./entry.ts";

const home = process.argv[2] ?? "";
const store = await openStore(join(home, "writ.db"));
const ledger = await openLedger({ store, node: "n1", folder: join(home, "ledger"), clock: systemClock });
store.attach(ledger.hooks);
while (ledger.hooks.aside() === null) await new Promise((resolve) => setTimeout(resolve, 10));
const answered = openSync(join(home, "answered"), "a");
writeSync(1, "ready\n");
const append = async (): Promise<void> => {
	for (;;) writeSync(answered, `${await store.record((transaction) => ledger.append(transaction, entry()))}\n`);
};
await Promise.all(Array.from({ length: 2_000 }, append));
