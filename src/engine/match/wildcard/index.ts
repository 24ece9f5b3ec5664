export { compileWildcard, wildcardExpression } from "./wildcard.ts";
