/** Servers of the model context protocol behind writ: how they are spoken to, and how little they are trusted. */

export { MOUNT_LIMITS, type MountLimits } from "./limits.ts";
export { type CallOutcome, type Connection, type MountedCall, openConnection, type ServerPlace } from "./open-connection.ts";
export type { PlainResult } from "./plain-result.ts";
export { plainText } from "./plain-text.ts";
export type { SeenTool, ShownTool } from "./seen-tool.ts";
export type { ServerStreams } from "./stream-transport.ts";
