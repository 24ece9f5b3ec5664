export { compileEventSet, containsEvents, holdsEvent, parseEventPattern } from "./event-patterns.ts";
