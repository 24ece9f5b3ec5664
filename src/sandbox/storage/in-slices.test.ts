import { expect, it } from "vitest";
import { atOnce, inSlices } from "./in-slices.ts";

/** Twenty steps of three milliseconds each. */
function* busy(): Generator<void, string> {
	for (let step = 0; step < 20; step++) {
		for (const ends = performance.now() + 3; performance.now() < ends; );
		yield;
	}
	return "done";
}

it("[sandbox-1-end-slices] others get their turn while steps are done in slices, and none while they are done at once", async () => {
	let turns = 0;
	let ticking = true;
	const tick = (): void => {
		turns++;
		if (ticking) setImmediate(tick);
	};
	setImmediate(tick);
	expect([atOnce(busy()), turns]).toEqual(["done", 0]);
	expect(await inSlices(busy())).toBe("done");
	ticking = false;
	expect(turns).toBeGreaterThan(3);
});
