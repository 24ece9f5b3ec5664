import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A contestant in a thread of its own. */
export interface ContestantThread {
	/** Does so many decisions of a list that the thread knows by its name. */
	run(list: string, count: number): Promise<void>;
	stop(): Promise<void>;
}

/** What a contestant is told: which list, and how many decisions. */
export interface Turn {
	readonly list: string;
	readonly count: number;
}

/**
 * Starts the file of a contestant in a thread and waits until it is ready. Programs hold one engine; in a common heap, each would be
 * charged for the garbage of the others and slowed down by what the compiler learnt from them.
 */
export async function startThread(file: string, data: unknown): Promise<ContestantThread> {
	const worker = new Worker(new URL(file, import.meta.url), { workerData: data });
	// `once` rejects when the thread fails.
	await once(worker, "message");
	return {
		run: async (list, count) => {
			worker.postMessage({ list, count } satisfies Turn);
			await once(worker, "message");
		},
		stop: async () => void (await worker.terminate()),
	};
}
