export * from "./network/index.ts";
export * from "./plan/index.ts";
export * from "./quota/index.ts";
export * from "./storage/index.ts";
export * from "./survey/index.ts";
