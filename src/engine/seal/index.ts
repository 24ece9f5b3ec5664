export { canonicalJson } from "./canonical-json.ts";
export { digestTerms } from "./digest-terms.ts";
export { type MoveOutcome, moveWrit } from "./move-writ.ts";
export { pathEntriesOf } from "./path-entries.ts";
export { canLead, relocateEntries } from "./relocate-entries.ts";
export { type SealOutcome, sealComposition } from "./seal-composition.ts";
export type { SealContext } from "./seal-context.ts";
export { sha256 } from "./sha-256.ts";
