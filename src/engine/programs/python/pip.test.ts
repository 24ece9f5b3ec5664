import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { pipPackages } from "./pip.ts";

const found = (analyser: Analyser, ...operands: readonly (string | null)[]) =>
	analyser(operands).map((finding) => (finding.kind === "hazard" ? finding.segment : finding.kind));

describe("the packages that pip is given", () => {
	it("[programs-a-pip] pip takes names from the index and files of the workspace, addresses must be named", () => {
		expect(found(pipPackages, "requests", "a[b]>=1,<2", ".", "./a", "dist/a.whl")).toEqual([]);
		for (const address of ["https://x.example/a.whl", "git+https://x.example/a", "a @ https://x.example/a", "/tmp/a", "../a"]) {
			expect(found(pipPackages, address)).toEqual([address]);
		}
	});
});
