/** What a change of a writ newly allows or forbids, with example requests that prove it. */
export type { Change, Witness, WritDiff } from "./changes.ts";
export { diffTerms, diffWrits } from "./diff-writs.ts";
