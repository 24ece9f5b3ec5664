/** The thread of one engine: loads the world, sees that all its answers are right, then decides what it is told to. */
import { workerData } from "node:worker_threads";
import type { EngineTask } from "./compare-engines.ts";
import { ENGINES } from "./engines/index.ts";
import { repeat } from "./measure.ts";
import { takeTurns } from "./take-turns.ts";
import { verify } from "./verify.ts";
import { freshRequests, KINDS, makeWorkload, type WorkloadRequest } from "./workload.ts";

const { name, agents, effort }: EngineTask = workerData;
const engine = ENGINES.find((one) => one.name === name);
if (engine === undefined) throw new Error(`There is no engine ${name}`);
const workload = makeWorkload(agents, effort.requests, effort.seed);
const fresh = freshRequests(agents, effort.fresh, effort.seed);
const decide = await engine.prepare(workload);
verify(name, decide, workload.requests.slice(0, effort.verified));
verify(name, decide, fresh.slice(0, effort.verified));

const run = (requests: readonly WorkloadRequest[]) => repeat(requests, decide);
takeTurns({
	mixed: run(workload.requests),
	fresh: run(fresh),
	...Object.fromEntries(KINDS.map((kind) => [kind, run(workload.requests.filter((request) => request.kind === kind))])),
});
