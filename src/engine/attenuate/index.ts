/** A child's writ within its parent's: refused or cut down where it asks for more. */
export { type Attenuation, attenuate, type Wish } from "./attenuate.ts";
export { effectiveTerms } from "./effective-terms.ts";
