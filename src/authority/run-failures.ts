import type { RunnerFailure } from "../runners/index.ts";

/** Why messages came to no answer, for those who wait for one; the ledger has it for everybody else. */
export interface RunFailures {
	keep(message: string, failure: RunFailure): void;
	find(message: string): RunFailure | null;
}

export interface RunFailure {
	readonly code: RunnerFailure;
	readonly message: string;
}

/** Nobody waits longer than a few hundred failures. */
const MOST = 1_000;

export function createRunFailures(): RunFailures {
	const failures = new Map<string, RunFailure>();
	return {
		keep(message, failure) {
			const [oldest] = failures.keys();
			if (failures.size >= MOST && oldest !== undefined) failures.delete(oldest);
			failures.set(message, failure);
		},
		find: (message) => failures.get(message) ?? null,
	};
}
