export * from "./plan/index.ts";
export * from "./storage/index.ts";
