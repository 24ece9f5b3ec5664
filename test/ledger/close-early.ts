/** A process of its own that closes its store while the thread of the ledger is still starting, and says when that is done. */
import { join } from "node:path";
import { openLedger } from "../../src/ledger/index.ts";
import { systemClock } from "../../src/platform/index.ts";
import { openStore } from "../../src/store/index.ts";
import { entry } from "./entry.ts";

const home = process.argv[2] ?? "";
const store = await openStore(join(home, "writ.db"));
const ledger = await openLedger({ store, node: "n1", folder: join(home, "ledger"), clock: systemClock });
store.attach({ committer: ledger.committer });
// As many as make the thread begin.
await Promise.all(Array.from({ length: 20 }, () => store.record((transaction) => ledger.append(transaction, entry()))));
await store.close();
ledger.close();
console.log("closed");
