/** A process of its own that appends records without end, many at once, and writes down the id of each one that was answered. */
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type ChainThread, openThread } from "../../src/ledger/fast/open-thread.ts";
import { openLedger } from "../../src/ledger/index.ts";
import { systemClock } from "../../src/platform/index.ts";
import { openStore } from "../../src/store/index.ts";
import { entry } from "./entry.ts";

const home = process.argv[2] ?? "";
const store = await openStore(join(home, "writ.db"));
const threads: ChainThread[] = [];
const ledger = await openLedger({
	store,
	node: "n1",
	folder: join(home, "ledger"),
	clock: systemClock,
	thread(start) {
		const thread = openThread(start);
		threads.push(thread);
		thread.begin();
		return thread;
	},
});
store.attach({ committer: ledger.committer });
while (threads[0]?.isReady !== true) await new Promise((resolve) => setTimeout(resolve, 10));
const answered = openSync(join(home, "answered"), "a");
writeSync(1, "ready\n");
const append = async (): Promise<void> => {
	for (;;) writeSync(answered, `${await store.record((transaction) => ledger.append(transaction, entry()))}\n`);
};
await Promise.all(Array.from({ length: 2_000 }, append));
