/** What every point on HTTP needs: whose requests are answered, their ids, their bodies, the status of a refusal, and counters. */
export { guardOrigin, type OwnNames, ownNames, SECURITY_HEADERS } from "./guard-origin.ts";
export { createMetrics } from "./metrics.ts";
export { acceptJson, correlationOf, requestIdOf } from "./request.ts";
export { statusOf } from "./status-of.ts";
