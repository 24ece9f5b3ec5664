export { compareEvents, compileEventSet, containsEvents, parseEventPattern } from "./event-patterns.ts";
