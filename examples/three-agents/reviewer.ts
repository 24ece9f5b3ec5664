/** Reviews: a text passes when it is polite. */
import { runAgent } from "./agent.ts";

await runAgent(async (task) => (/welcome|goodbye/i.test(task) ? "It is polite. Approved." : "Not polite enough."));
