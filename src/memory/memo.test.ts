import { afterEach, describe, expect, it } from "vitest";
import { createMemory, createWeakMemory, memo, memoOf, memoPair, memoWhile, switchMemory } from "./memo.ts";

afterEach(() => switchMemory(true));

/** A function that counts how often it is called. */
function counting<Words extends readonly unknown[]>() {
	const calls: Words[] = [];
	return { calls, make: (...words: Words) => calls.push(words) };
}

describe("memo", () => {
	it("makes a thing once for each key, and forgets all of them when there are too many", () => {
		const { calls, make } = counting<[string]>();
		const remembered = memo(2, make);
		for (const key of ["a", "b", "a", "b"]) remembered(key);
		expect(calls).toEqual([["a"], ["b"]]);
		for (const key of ["c", "a"]) remembered(key);
		expect(calls).toEqual([["a"], ["b"], ["c"], ["a"]]);
	});

	it("makes a thing once for each object, for each pair, and again when it no longer holds", () => {
		const [one, other] = [{}, {}];
		const single = counting<[object]>();
		const pair = counting<[object, object]>();
		const last = counting<[object, number]>();
		const ofOne = memoOf(single.make);
		const ofPair = memoPair(pair.make);
		const given: number[] = [];
		const whileSame = memoWhile(
			(_, now: number) => now === given.at(-1),
			(key: object, now) => {
				given.push(now);
				return last.make(key, now);
			},
		);
		for (let turn = 0; turn < 2; turn++) {
			for (const key of [one, other]) ofOne(key);
			for (const key of [one, other]) ofPair(one, key);
		}
		for (const now of [1, 1, 2, 2, 1]) whileSame(one, now);
		expect([single.calls.length, pair.calls.length]).toEqual([2, 2]);
		expect(last.calls.map(([, now]) => now)).toEqual([1, 2, 1]);
	});

	it("hands over whatever it forgets: what is replaced, deleted, cleared or too much", () => {
		const forgotten: string[] = [];
		const memory = createMemory<number, string>(2, (found) => forgotten.push(found));
		memory.set(1, "replaced");
		memory.set(1, "deleted");
		memory.delete(1);
		memory.set(2, "full");
		memory.set(3, "full too");
		memory.set(4, "cleared");
		memory.clear();
		expect(forgotten).toEqual(["replaced", "deleted", "full", "full too", "cleared"]);
		expect(memory.get(4)).toBeUndefined();
	});

	it("[memory-off] switched off it remembers nothing and uses nothing that it remembered", () => {
		const { calls, make } = counting<[object]>();
		const key = {};
		const lists = createMemory<string, number>(2);
		const weak = createWeakMemory<object, number>();
		const pairs = memoPair((one: object, _: object) => make(one));
		const ofPair = (one: object) => pairs(one, one);
		const lasting = memoWhile(
			() => true,
			(one: object, _: null) => make(one),
		);
		const all: readonly ((one: object) => unknown)[] = [memo(2, make), memoOf(make), ofPair, (one) => lasting(one, null)];
		for (const remembered of all) remembered(key);
		lists.set("a", 1);
		weak.set(key, 1);
		switchMemory(false);
		calls.length = 0;
		for (const remembered of all) for (let turn = 0; turn < 2; turn++) remembered(key);
		expect(calls.length).toBe(8);
		expect([lists.get("a"), weak.get(key)]).toEqual([undefined, undefined]);
		lists.set("b", 2);
		switchMemory(true);
		expect([lists.get("a"), lists.get("b")]).toEqual([1, undefined]);
	});
});
