export { containsArgumentRule } from "./contains-argument-rule.ts";
