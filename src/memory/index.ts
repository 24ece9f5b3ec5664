/** What may be forgotten at any time: the one way to remember something, and the one switch that turns all of it off. */
export { createMemory, createWeakMemory, isMemoryOn, type Memory, memo, memoOf, memoPair, memoWhile, switchMemory } from "./memo.ts";
