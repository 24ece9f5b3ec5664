import { measure, type Rate } from "./measure.ts";
import { type ContestantThread, startThread } from "./start-thread.ts";
import type { Kind } from "./workload.ts";

/** Rates of every engine on one world: for each kind of request, and for all kinds mixed. */
export interface Comparison {
	readonly agents: number;
	readonly requests: number;
	readonly verified: number;
	readonly mixed: readonly Rate[];
	/** All kinds mixed, with paths, commands and strangers that were never asked about: no kept answer helps. */
	readonly fresh: readonly Rate[];
	readonly kinds: Readonly<Record<Kind, readonly Rate[]>>;
}

export interface Effort {
	readonly requests: number;
	/** So many that whatever an engine keeps is gone when the first one comes round again. */
	readonly fresh: number;
	/** Every engine answers this many requests beforehand, and all answers must agree. */
	readonly verified: number;
	readonly rounds: number;
	readonly secondsEach: number;
	readonly seed: number;
}

/** What the thread of one engine is given. */
export interface EngineTask {
	readonly name: string;
	readonly agents: number;
	readonly effort: Effort;
}

/** Loads one world into every engine, sees that all answers agree, then measures them side by side, in turn. */
export async function compareEngines(names: readonly string[], agents: number, effort: Effort): Promise<Comparison> {
	const threads: { readonly name: string; readonly thread: ContestantThread }[] = [];
	for (const name of names) {
		const task: EngineTask = { name, agents, effort };
		threads.push({ name, thread: await startThread("./engine-thread.ts", task) });
	}
	const rates = (list: "mixed" | "fresh" | Kind) =>
		measure(
			threads.map(({ name, thread }) => ({ name, run: (count: number) => thread.run(list, count) })),
			effort.rounds,
			effort.secondsEach,
		);
	const mixed = await rates("mixed");
	const fresh = await rates("fresh");
	const kinds = { tool: await rates("tool"), path: await rates("path"), command: await rates("command"), target: await rates("target") };
	for (const { thread } of threads) await thread.stop();
	return { agents, requests: effort.requests, verified: effort.verified, mixed, fresh, kinds };
}
