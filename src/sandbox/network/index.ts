export { type InsideOptions, insideCommand, RELAY_FAILED } from "./inside-command.ts";
export { localPorts } from "./local-ports.ts";
export { createProxy, type Proxy } from "./proxy.ts";
export { proxyEnvironment } from "./proxy-environment.ts";
export type { ProxyDecision, ProxyEvent, ProxyLimits, ProxyOptions } from "./proxy-options.ts";
