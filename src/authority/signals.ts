import type { RunnerFailure } from "../runners/index.ts";

/** Wakes those who wait for something to change; what changed they look up themselves. */
export interface Signals {
	raise(name: string): void;
	/** Resolves when the signal is raised, after some milliseconds, or when the waiting client is gone. */
	wait(name: string, milliseconds: number, gone?: AbortSignal): Promise<void>;
	/** Calls back each time; the returned function ends it. */
	on(name: string, listener: () => void): () => void;
}

export function createSignals(): Signals {
	const waiting = new Map<string, Set<() => void>>();
	const lasting = new Map<string, Set<() => void>>();
	return {
		raise(name) {
			const listeners = waiting.get(name);
			waiting.delete(name);
			for (const listener of [...(listeners ?? []), ...(lasting.get(name) ?? [])]) listener();
		},
		on(name, listener) {
			const listeners = lasting.get(name) ?? new Set();
			lasting.set(name, listeners);
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		wait(name, milliseconds, gone) {
			if (gone?.aborted === true) return Promise.resolve();
			return new Promise((resolve) => {
				const listeners = waiting.get(name) ?? new Set();
				waiting.set(name, listeners);
				const end = (): void => {
					clearTimeout(timer);
					gone?.removeEventListener("abort", end);
					listeners.delete(end);
					if (listeners.size === 0 && waiting.get(name) === listeners) waiting.delete(name);
					resolve();
				};
				const timer = setTimeout(end, milliseconds);
				listeners.add(end);
				gone?.addEventListener("abort", end);
			});
		},
	};
}

/** Why messages came to no answer, for those who wait for one; the ledger has it for everybody else. */
export interface RunFailures {
	keep(message: string, failure: RunFailure): void;
	find(message: string): RunFailure | null;
}

interface RunFailure {
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
