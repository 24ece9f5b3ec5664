/** A connection to one MCP server, which is trusted with nothing: bounded, and shown in plain text. */
export { MCP_SERVER_LIMITS, type McpServerLimits } from "./limits.ts";
export { type CallOutcome, type Connection, type McpServerCall, openConnection, type ServerPlace } from "./open-connection.ts";
export { type PlainResult, plainText } from "./plain-text.ts";
export type { SeenTool, ShownTool } from "./seen-tool.ts";
