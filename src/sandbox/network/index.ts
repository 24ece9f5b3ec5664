export { createProxy, type NetworkProxy } from "./create-proxy.ts";
export { type InsideOptions, insideWords, RELAY_FAILED, RELAY_PROCESSES } from "./inside-words.ts";
export { localPorts } from "./local-ports.ts";
export { nodeInside } from "./node-inside.ts";
export { proxyEnvironment } from "./proxy-environment.ts";
export type { ProxyDecision, ProxyEvent, ProxyLimits, ProxyOptions } from "./proxy-options.ts";
