import type { Decide } from "./engines/engine.ts";
import type { WorkloadRequest } from "./workload.ts";

/** What the workload says, each engine must say: else the figures compare different things. */
export function verify(name: string, decide: Decide, requests: readonly WorkloadRequest[]): void {
	const wrong = requests.filter((request) => decide(request) !== request.allowed);
	if (wrong.length === 0) return;
	const examples = wrong.slice(0, 5).map((request) => JSON.stringify(request));
	throw new Error(`${name} answers ${wrong.length} of ${requests.length} requests differently:\n${examples.join("\n")}`);
}
