/** The authority over the model context protocol. */

export { bridgeStdio } from "./bridge-stdio.ts";
export { mcpPolicy } from "./policy.ts";
export { type ServedMcp, type ServeMcpOptions, serveMcp } from "./serve-mcp.ts";
export { serveTools } from "./serve-tools.ts";
export type { ToolResult } from "./tool-result.ts";
export type { ToolHandler, ToolRow } from "./tool-row.ts";
export type { CallContext, ListedTool, ToolSource } from "./tool-source.ts";
export { TOOL_ROWS } from "./tools/rows.ts";
