import { parentPort } from "node:worker_threads";
import type { Turn } from "./start-thread.ts";

/** In a contestant's thread: says that it is ready, and does what it is told, turn by turn. */
export function takeTurns(lists: Readonly<Record<string, (count: number) => number>>): void {
	parentPort?.on("message", ({ list, count }: Turn) => {
		const run = lists[list];
		if (run === undefined) throw new Error(`There is no list ${list}`);
		parentPort?.postMessage(run(count));
	});
	parentPort?.postMessage("ready");
}
