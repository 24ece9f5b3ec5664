export { type AttenuateOptions, type Attenuation, attenuate, type Wish } from "./attenuate.ts";
export { effectiveTerms } from "./effective-terms.ts";
