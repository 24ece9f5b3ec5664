export { type HeldStubs, holdStubs, type StubRefusal, sweepStubs } from "./hold-stubs.ts";
export { lookPastStubs } from "./look-past-stubs.ts";
export { takeUnscanned, unscannedTrees } from "./stub-holders.ts";
