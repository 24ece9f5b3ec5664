export { ANY_TARGET, idsOf, inheritedTargets, meetTargets, type Relations, targetsBeyond } from "./target-terms.ts";
