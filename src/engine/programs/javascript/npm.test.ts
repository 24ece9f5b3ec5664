import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { npmPackages } from "./npm.ts";

const found = (analyser: Analyser, ...operands: readonly (string | null)[]) =>
	analyser(operands).map((finding) => (finding.kind === "hazard" ? finding.segment : finding.kind));

describe("the packages that npm is given", () => {
	it("[programs-a-npm] npm takes names from the registry and files of the workspace, addresses must be named", () => {
		expect(found(npmPackages, "react", "@types/node@20", "typescript@^5", "./packages/a", "a@npm:b", "a@workspace:*", ".", null)).toEqual(
			[],
		);
		const addresses = [
			"user/repo",
			"https://x.example/a.tgz",
			"git+ssh://git@x.example/a",
			"github:u/r",
			"a@https://x.example/a",
			"/tmp/a",
			"../a",
			"file:../a",
			"git@x.example:a/b",
		];
		for (const address of addresses) expect(found(npmPackages, address)).toEqual([address]);
	});
});
