import { describe, expect, it } from "vitest";
import {
	allowance,
	choice,
	everythingBut,
	exactText,
	findWitness,
	isContained,
	isEmpty,
	oneOf,
	optional,
	repeat,
	sequence,
	toAutomaton,
} from "./index.ts";

const anything = repeat(oneOf(everythingBut("")));
const starts = (text: string) => toAutomaton(sequence([exactText(text), anything]));
const ends = (text: string) => toAutomaton(sequence([anything, exactText(text)]));

describe("the automata", () => {
	it("[policy-7-contains-exact] find that a longer prefix lies inside a shorter one, and not the other way", () => {
		expect(isContained([starts("git status")], starts("git"))).toEqual({ contained: true });
		expect(isContained([starts("git")], starts("git status"))).toEqual({ contained: false, example: "git" });
	});

	it("see that two sets together hold what neither holds alone", () => {
		const either = toAutomaton(choice([exactText("a"), exactText("b")]));
		const all = toAutomaton(oneOf([[97, 98]]));
		expect(isContained([all], either)).toEqual({ contained: true });
		expect(isContained([all], toAutomaton(exactText("a")))).toEqual({ contained: false, example: "b" });
	});

	it("intersect by walking both at once", () => {
		expect(findWitness({ all: [starts("ab"), ends("bc")] })).toEqual({ found: "text", text: "abc" });
		expect(isEmpty([toAutomaton(exactText("a")), toAutomaton(exactText("b"))])).toBe(true);
		expect(isEmpty([starts("a"), ends("b")])).toBe(false);
	});

	it("give a shortest example that reads well", () => {
		const notSlash = toAutomaton(sequence([exactText("/"), oneOf(everythingBut("/"))]));
		expect(findWitness({ all: [notSlash] })).toEqual({ found: "text", text: "/x" });
	});

	it("treat characters beyond the basic plane as one character", () => {
		const one = toAutomaton(oneOf(everythingBut("/")));
		expect(isContained([toAutomaton(exactText("🙂"))], one)).toEqual({ contained: true });
	});

	it("know the empty text and the empty set", () => {
		const empty = toAutomaton(sequence([]));
		const nothing = toAutomaton(choice([]));
		expect(isEmpty([nothing])).toBe(true);
		expect(isContained([nothing], empty)).toEqual({ contained: true });
		expect(isContained([empty], nothing)).toEqual({ contained: false, example: "" });
		expect(isContained([empty], toAutomaton(optional(exactText("a"))))).toEqual({ contained: true });
	});

	it("[policy-7-undecided-is-escalation] give up with 'unknown' at the bound instead of running on", () => {
		// The twentieth character from the end is an `a`: a deterministic reading needs a million states.
		const letter = oneOf([[97, 98]]);
		const tail = Array.from({ length: 20 }, () => letter);
		const far = toAutomaton(sequence([repeat(letter), exactText("a"), ...tail]));
		const other = toAutomaton(sequence([repeat(letter), exactText("b"), ...tail]));
		expect(isContained([far], other, allowance(500)).contained).not.toBe(true);
		expect(isEmpty([far, other], allowance(500))).toBe("unknown");
	});
});
