export { diffTerms } from "./diff-terms.ts";
export { diffWrits } from "./diff-writs.ts";
export type { Change, Witness, WritDiff } from "./writ-diff.ts";
