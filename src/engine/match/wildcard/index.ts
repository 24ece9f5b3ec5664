export { compareWildcards } from "./compare-wildcards.ts";
export { compileWildcard } from "./wildcard.ts";
