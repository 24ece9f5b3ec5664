import { setImmediate as nextTurn } from "node:timers/promises";

/** Work in small steps: it can be done at once, or so that others get their turn in between. */
export type Steps<Value> = Generator<void, Value>;

/** How long others wait at most. */
const SLICE_MS = 8;

/** Does steps in slices: what an agent left may be large, and the one thread that removes it also answers everybody else. */
export async function inSlices<Value>(steps: Steps<Value>): Promise<Value> {
	let ends = performance.now() + SLICE_MS;
	for (let step = steps.next(); ; step = steps.next()) {
		if (step.done === true) return step.value;
		if (performance.now() < ends) continue;
		await nextTurn();
		ends = performance.now() + SLICE_MS;
	}
}

/** Does all steps without a pause. */
export function atOnce<Value>(steps: Steps<Value>): Value {
	for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}
