import type { EdgeVerdict } from "../../engine/index.ts";
import { isMemoryOn } from "../../memory/index.ts";
import type { Touched } from "../../store/index.ts";
import type { Known } from "./agents.ts";

/**
 * What edges lately said about agents that look at others, where only a change of something stored can alter the answer, not time.
 * INVARIANT: it is read and filled only inside works of the store, which says beforehand what is out of date.
 */
export interface EdgeMemory {
	/** `undefined` = it has to be looked up. An agent that was changed in the meantime counts as another one here. */
	recall(from: Known, at: Known): EdgeVerdict | undefined;
	remember(from: Known, at: Known, verdict: EdgeVerdict): void;
	outdated(touched: readonly Touched[] | null): void;
}

const MOST = 100_000;

export function createEdgeMemory(): EdgeMemory {
	let pairs = new WeakMap<Known, WeakMap<Known, EdgeVerdict>>();
	let count = 0;
	const forget = (): void => {
		pairs = new WeakMap();
		count = 0;
	};
	return {
		recall: (from, at) => (isMemoryOn() ? pairs.get(from)?.get(at) : undefined),
		remember(from, at, verdict) {
			if (count >= MOST) forget();
			const own = pairs.get(from) ?? new WeakMap();
			pairs.set(from, own.set(at, verdict));
			count++;
		},
		outdated(touched) {
			if (touched === null || touched.some(({ entity }) => entity === "edge" || entity === "group")) forget();
		},
	};
}
