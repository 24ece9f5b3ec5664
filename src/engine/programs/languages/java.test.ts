import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { mavenGoals } from "./java.ts";

const found = (analyser: Analyser, ...operands: readonly (string | null)[]) =>
	analyser(operands).map((finding) => (finding.kind === "hazard" ? finding.segment : finding.kind));

describe("the goals of Maven", () => {
	it("[programs-a-mvn] phases and known checks are plain, other goals must be named", () => {
		expect(found(mavenGoals, "clean", "verify", "dependency:tree", "spotless:check")).toEqual([]);
		expect(found(mavenGoals, "exec:exec", "g:a:1:run", "deploy", "release:perform")).toEqual([
			"exec:exec",
			"g:a:1:run",
			"deploy",
			"release:perform",
		]);
	});
});
