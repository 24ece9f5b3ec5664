import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askEveryday, causes, missedBars } from "../../bench/everyday.ts";

describe("everyday commands", () => {
	// The second list was written without a look at the first, and no rule was written for one of its commands alone.
	it.each(["everyday", "everyday-more"])("[everyday-friction] the commands of %s pass, and none that is dangerous, tells a secret or reaches a host", async (list) => {
		const answers = await askEveryday(join(import.meta.dirname, `${list}.jsonl`));
		expect(answers.length % 18).toBe(0);
		expect(answers.length / 18).toBeGreaterThan(500);
		expect(missedBars(answers)).toEqual([]);
		expect(causes(answers).length).toBeGreaterThan(10);
	});
});
