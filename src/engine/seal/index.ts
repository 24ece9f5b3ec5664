/** From a composition to the sealed writ of one agent: its places, its terms and their digest. */
export { canonicalJson, digestTerms, sha256 } from "./digest.ts";
export { canLead, type MoveOutcome, moveWrit, pathEntriesOf, relocateEntries, type SealContext } from "./places.ts";
export { type SealOutcome, sealComposition } from "./seal-composition.ts";
