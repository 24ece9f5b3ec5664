import { describe, expect, it } from "vitest";
import { casbin } from "../../bench/engines/casbin.ts";
import { casl } from "../../bench/engines/casl.ts";
import { cedar } from "../../bench/engines/cedar.ts";
import type { Engine } from "../../bench/engines/engine.ts";
import { floor } from "../../bench/engines/floor.ts";
import { writ } from "../../bench/engines/writ.ts";
import { verify } from "../../bench/verify.ts";
import { makeWorkload } from "../../bench/workload.ts";

const engines: readonly Engine[] = [floor, casl, casbin, cedar, writ];

describe("the engines of the benchmark", () => {
	it.each(engines)("[policy-11-peers] $name answers the workload as all others do", async (engine) => {
		for (const seed of [1, 2, 3]) {
			const workload = makeWorkload(200, 400, seed);
			verify(engine.name, await engine.prepare(workload), workload.requests);
		}
	});

	it("[policy-11-peers] an engine that answers otherwise fails the run", () => {
		const workload = makeWorkload(200, 400, 1);
		expect(() => verify("generous", () => true, workload.requests)).toThrow(/generous answers 200 of 400 requests differently/);
	});
});
