export type { EscapeReport, EscapeResult, EscapeTally } from "./report-escapes.ts";
export type { EscapeOptions } from "./run-escapes.ts";
export { tryEscapes } from "./try-escapes.ts";
