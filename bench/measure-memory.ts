import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { profileOf, sealFor } from "./engines/writ.ts";
import { makeWorkload } from "./workload.ts";

/** What one agent costs in memory when many share a profile. */
export interface Memory {
	readonly agents: number;
	readonly bytesPerAgent: number;
	/** The agent's id and the list of its children alone. */
	readonly ownListsPerAgent: number;
}

/** Seals many agents on one profile and weighs them, with and without their own lists. */
export function measureMemory(agents: number): Memory {
	const [first] = makeWorkload(100, 4, 1).profiles;
	if (first === undefined) throw new Error("no profile");
	const profile = profileOf(first);
	const own = (index: number) => ({ id: `worker-${index}`, children: [`worker-${index}-a`, `worker-${index}-b`, `worker-${index}-c`] });
	sealFor("warm-up", profile, own(agents).children);
	const bytes = weigh(() => Array.from({ length: agents }, (_, index) => sealFor(own(index).id, profile, own(index).children)));
	const lists = weigh(() => Array.from({ length: agents }, (_, index) => own(index)));
	return { agents, bytesPerAgent: bytes / agents, ownListsPerAgent: lists / agents };
}

function weigh(make: () => readonly unknown[]): number {
	collect();
	const before = process.memoryUsage().heapUsed;
	const held = make();
	collect();
	const after = process.memoryUsage().heapUsed;
	return held.length > 0 ? after - before : 0;
}

function collect(): void {
	setFlagsFromString("--expose-gc");
	const gc: unknown = runInNewContext("gc");
	if (typeof gc === "function") for (let turn = 0; turn < 3; turn++) gc();
}
