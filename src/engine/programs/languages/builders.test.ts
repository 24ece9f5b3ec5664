import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { readMake } from "./builders.ts";

const found = (analyser: Analyser, ...operands: readonly (string | null)[]) =>
	analyser(operands).map((finding) => (finding.kind === "hazard" ? finding.segment : finding.kind));

describe("the operands of make", () => {
	it("[programs-a-make] variables of make must be named, switches with a harmless value need not", () => {
		expect(found(readMake, "test", "all", "V=1", "VERBOSE=true")).toEqual([]);
		for (const word of ["SHELL=sh", "CC=1", "X=./evil", "X:=y", "X+=y", "X!=id", "MAKEFLAGS=1", ".SHELLFLAGS=1", "BUILD="])
			expect(found(readMake, word)).toEqual([word]);
		expect(found(readMake, null)).toEqual(["ask"]);
	});
});
