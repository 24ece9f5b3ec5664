import type { Asked, Engine } from "./engines/engine.ts";
import { measure, type Rate, repeat } from "./measure.ts";
import { freshRequests, type Kind, makeWorkload, type WorkloadRequest } from "./workload.ts";

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

/** Loads one world into every engine, sees that all answers agree, then measures them side by side. */
export async function compareEngines(engines: readonly Engine[], agents: number, effort: Effort): Promise<Comparison> {
	const workload = makeWorkload(agents, effort.requests, effort.seed);
	const contestants: { readonly name: string; readonly asked: Asked<unknown> }[] = [];
	for (const engine of engines) contestants.push({ name: engine.name, asked: await engine.prepare(workload) });
	const fresh = freshRequests(agents, effort.fresh, effort.seed);
	for (const { name, asked } of contestants) {
		verify(name, asked, workload.requests.slice(0, effort.verified));
		verify(name, asked, fresh.slice(0, effort.verified));
	}

	const rates = (requests: readonly WorkloadRequest[]) =>
		measure(
			contestants.map(({ name, asked }) => ({ name, run: repeat(requests, (request) => asked.decide(asked.translate(request))) })),
			effort.rounds,
			effort.secondsEach,
		);
	const kind = (wanted: Kind) => rates(workload.requests.filter((request) => request.kind === wanted));
	return {
		agents,
		requests: effort.requests,
		verified: effort.verified,
		mixed: rates(workload.requests),
		fresh: rates(fresh),
		kinds: { tool: kind("tool"), path: kind("path"), command: kind("command"), target: kind("target") },
	};
}

/** What the workload says, each engine must say: else the figures compare different things. */
export function verify(name: string, asked: Asked<unknown>, requests: readonly WorkloadRequest[]): void {
	const wrong = requests.filter((request) => asked.decide(asked.translate(request)) !== request.allowed);
	if (wrong.length === 0) return;
	const examples = wrong.slice(0, 5).map((request) => JSON.stringify(request));
	throw new Error(`${name} answers ${wrong.length} of ${requests.length} requests differently:\n${examples.join("\n")}`);
}
