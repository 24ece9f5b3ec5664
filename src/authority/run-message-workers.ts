import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "./context.ts";
import { runMessage, takeWork } from "./run-message.ts";
import { settleMessage } from "./run-message-end.ts";

/** Works on the messages of one agent, one after the other. */
export interface Worker {
	/** The agent's; it can change. */
	id: string;
	/** Aborted to end what runs for the agent now. */
	cut: AbortController;
	isWorking: boolean;
	/** Something came since it looked last. */
	isWoken: boolean;
}

export interface Workers {
	hire(id: string): Worker;
	/** Has a worker look for messages, when it is its turn. */
	wake(worker: Worker): void;
	/** Ends all work; what is not done is offered again at the next start. */
	close(): Promise<void>;
}

/** So many agents are worked for at the same time at one node; the others wait for their turn. */
const MOST_AT_ONCE = 16;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

export function createWorkers(context: Context): Workers {
	const waiting = new Set<Worker>();
	const working = new Set<Promise<void>>();
	const closing = new AbortController();
	const pause = (milliseconds: number): Promise<void> =>
		sleep(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);

	/** Takes one message and sees to its end; how that went, or `null` when there was none. */
	const workOnce = async (worker: Worker): Promise<"done" | "busy" | null> => {
		// Made before the message is taken: a stop in between is not missed.
		worker.cut = new AbortController();
		const ended = AbortSignal.any([worker.cut.signal, closing.signal]);
		const taken = await takeWork(context, worker.id);
		if (taken === null) return null;
		const outcome = await runMessage(context, taken, ended);
		// What was taken here is offered again when this node starts.
		if (closing.signal.aborted && !outcome.ok) return null;
		await settleMessage(context, taken, outcome, ended.aborted);
		return !outcome.ok && outcome.code === "busy" ? "busy" : "done";
	};
	const work = async (worker: Worker): Promise<void> => {
		let refusals = 0;
		while (!closing.signal.aborted) {
			worker.isWoken = false;
			const went = await workOnce(worker);
			if (went === null && !worker.isWoken) return;
			refusals = went === "busy" ? refusals + 1 : 0;
			if (refusals > 0) await pause(Math.min(FIRST_PAUSE * 2 ** (refusals - 1), LONGEST_PAUSE));
		}
	};
	const wake = (worker: Worker): void => {
		worker.isWoken = true;
		if (worker.isWorking || closing.signal.aborted) return;
		if (working.size >= MOST_AT_ONCE) {
			waiting.add(worker);
			return;
		}
		worker.isWorking = true;
		const begun = work(worker)
			.catch((error: unknown) => {
				context.log(`the messages of ${worker.id} are left: ${error instanceof Error ? error.message : String(error)}`);
				// What broke may be whole again after a while.
				void pause(LONGEST_PAUSE).then(() => wake(worker));
			})
			.finally(() => {
				worker.isWorking = false;
				working.delete(begun);
				const [next] = waiting;
				if (next === undefined) return;
				waiting.delete(next);
				wake(next);
			});
		working.add(begun);
	};
	return {
		hire: (id) => ({ id, cut: new AbortController(), isWorking: false, isWoken: false }),
		wake,
		async close() {
			closing.abort();
			await Promise.all(working);
		},
	};
}
