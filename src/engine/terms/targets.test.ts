import { describe, expect, it } from "vitest";
import type { TargetSet, TargetTerms } from "../language/index.ts";
import { ANY_TARGET, idsOf, meetTargets, targetsBeyond, targetsForChild } from "./index.ts";

const to = (...targets: readonly TargetSet[]): TargetTerms => ({ targets, within: [], edge_required: false });
const family = { parent: "boss", children: ["kid", "other"] };

describe("who may be reached", () => {
	it("[design-6-meet-targets] meets as intersection, with an edge when either needs one", () => {
		expect(meetTargets(to(["a", "b"]), { ...to("parent"), edge_required: true })).toEqual({
			targets: ["parent", ["a", "b"]],
			within: [],
			edge_required: true,
		});
		expect(meetTargets(to(["a", "b"]), ANY_TARGET)).toEqual(to(["a", "b"]));
	});

	it("leaves out a set that holds all of another", () => {
		expect(meetTargets(to("family"), to("parent")).targets).toEqual(["parent"]);
		expect(meetTargets(to(["a", "b"]), to(["a"])).targets).toEqual([["a"]]);
		expect(meetTargets(to("family"), to([])).targets).toEqual([[]]);
		expect(meetTargets(to("children"), to("parent")).targets).toEqual(["children", "parent"]);
	});

	it("[policy-7-family] a parent's words for relatives are read from its children, and hold nobody else", () => {
		expect(targetsForChild(to("parent")).within).toEqual([[]]);
		expect(targetsForChild(to(["kid", "x"]))).toEqual({ targets: [], within: [["kid", "x"]], edge_required: false });
		expect(targetsForChild(to("family", ["kid", "x"])).within).toEqual([[]]);
		expect(targetsForChild(ANY_TARGET)).toBe(ANY_TARGET);
	});

	it("[design-6-words-in-lists] a word in a list is an id and not a relation", () => {
		expect(idsOf(["parent"], family)).toEqual(["parent"]);
		expect(idsOf("parent", family)).toEqual(["boss"]);
		expect(idsOf("family", family)).toEqual(["boss", "kid", "other"]);
	});

	it("a listed agent is beyond the parent unless every ancestor could reach it", () => {
		const held = {
			targets: [],
			within: [
				["a", "b"],
				["b", "c"],
			],
			edge_required: false,
		};
		expect(targetsBeyond(held, to(["a", "b", "boss"]), ["boss"])).toEqual(["a"]);
		expect(targetsBeyond(held, to(["a"], ["b"]), [])).toEqual([]);
		expect(targetsBeyond(held, to("family", ["z"]), [])).toEqual([]);
		expect(targetsBeyond(held, ANY_TARGET, [])).toEqual([]);
	});
});
