import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "../../src/engine/index.ts";
import { profiles, requests } from "../diff/random-profiles.ts";
import { sealed } from "./engine-case.ts";

/** A grant that speaks of no tool: nothing is widened, but every step is taken. */
const everyStep = { grants: [{ id: "none", rule: "NoSuchTool" }] };

describe("the quick ways", () => {
	it("[decide-order] answer as the steps do, again and again", () => {
		fc.assert(
			fc.property(profiles, fc.array(requests, { minLength: 1, maxLength: 6 }), (profile, list) => {
				const writ = sealed(profile);
				const facts = {};
				for (const request of [...list, ...list]) {
					const quick = decide(writ, request, facts);
					const slow = decide(writ, request, everyStep);
					expect([quick.effect, quick.reasons[0].code]).toEqual([slow.effect, slow.reasons[0].code]);
				}
			}),
			{ numRuns: 400 },
		);
	});
});
