import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDefinition } from "../../src/definitions/index.ts";
import {
	composeProfile,
	EMPTY_CATALOG,
	type Explanation,
	explain,
	type Profile,
	type Request,
	sealComposition,
} from "../../src/engine/index.ts";
import { profiles, requests } from "../diff/random-profiles.ts";
import { sealed } from "./sealed.ts";

/** What `writ check` says of a profile in a file. */
function checkProblems(profile: Profile): readonly string[] {
	const parsed = parseDefinition(JSON.stringify(profile), { name: "tried", layer: "user", file: "tried.yaml", kind: "profile" });
	if (!parsed.ok) return parsed.problems.map(({ message }) => message);
	const composed = composeProfile("tried", { ...EMPTY_CATALOG, profiles: { tried: parsed.definition } });
	if (!composed.ok) return composed.problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
	const outcome = sealComposition(composed.composition, { agent: "checked", root: "/workspace" });
	return outcome.ok
		? composed.warnings.filter(({ code }) => code === "never-matches").map(({ message }) => message)
		: ["it cannot be sealed"];
}

/** Every profile that an explanation proposes to write: of the remedies that are rules or entries of lists. */
function proposed({ nearest, steps }: Explanation, declare: NonNullable<Profile["tools"]>["declare"] = {}): readonly Profile[] {
	const rule = (text: string): Profile => ({ tools: { allowed: [text], declare } });
	const listed = nearest.flatMap(({ changes }) =>
		changes.flatMap(({ dimension, text }): readonly Profile[] => {
			const value = text.slice(dimension.length + 2);
			if (dimension === "tools.allowed") return [rule(value)];
			if (dimension === "events.allowed") return [{ events: { allowed: [value] } }];
			if (dimension === "network.allow") return [{ network: { allow: [value] } }];
			if (dimension === "filesystem.read_paths") return [{ filesystem: { read_paths: [value] } }];
			return dimension === "filesystem.write_paths" ? [{ filesystem: { write_paths: [value] } }] : [];
		}),
	);
	const tried = steps.flatMap(({ reasons }) =>
		reasons.flatMap(({ remedy }): readonly Profile[] => {
			if (remedy === undefined || remedy.startsWith("capabilities.")) return [];
			const [, key, value = ""] = /^(events\.allowed|network\.allow): \["(.*)"\]$/s.exec(remedy) ?? [];
			if (key === "events.allowed") return [{ events: { allowed: [value] } }];
			return key === "network.allow" ? [{ network: { allow: [value] } }] : [rule(remedy)];
		}),
	);
	return [...listed, ...tried];
}

const word = fc.oneof(
	fc.constantFrom("a", "Bash", "Read(", "x y", "agent:spawn", "agent:kill", "system:shutdown", "mcp__a__b"),
	fc.string({ maxLength: 12 }),
);
const strange: fc.Arbitrary<Request> = fc.oneof(
	word.map((event): Request => ({ kind: "event", event })),
	word.map((tool): Request => ({ kind: "tool", tool, input: {} })),
	word.map((command): Request => ({ kind: "command", command })),
	word.map((path): Request => ({ kind: "path", operation: "read", path: `/${path}` })),
	word.map((host): Request => ({ kind: "network", host, port: 443 })),
	fc.tuple(word, word).map(([tool, target]): Request => ({ kind: "target", tool, target })),
);

describe("what explain proposes", () => {
	it("[explain-accepted] is accepted by check, whatever was asked", () => {
		let count = 0;
		fc.assert(
			fc.property(profiles, fc.oneof(requests, strange), (profile, request) => {
				for (const wish of proposed(explain(sealed(profile), request), profile.tools?.declare)) {
					count++;
					expect(checkProblems(wish), JSON.stringify([wish, request])).toEqual([]);
				}
			}),
			{ numRuns: 400, seed: 20_260_102 },
		);
		expect(count).toBeGreaterThan(200);
	});

	it.each(["foo:bar", "completion:async", "system:shutdown"])(
		"[explain-accepted] proposes no rule for %s, which no profile may name",
		(event) => {
			const { nearest, steps } = explain(sealed({}), { kind: "event", event });
			expect(nearest).toEqual([]);
			expect(steps.flatMap(({ reasons }) => reasons.map(({ remedy }) => remedy))).toEqual([undefined]);
		},
	);

	it("[explain-no-launcher] tries no whole command tool", () => {
		const { steps } = explain(sealed({}), { kind: "command", command: "ls" });
		expect(steps.flatMap(({ reasons }) => reasons.map(({ remedy }) => remedy))).not.toContain("Bash");
	});
});
