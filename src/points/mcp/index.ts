/** The authority over the Model Context Protocol: its tools, and those of the servers behind it. */
export { bridgeStdio } from "./bridge-stdio.ts";
export { serveTools } from "./own-tools.ts";
export { serveMcp } from "./serve-mcp.ts";
export type { ToolHandler, ToolResult, ToolRow, ToolSource } from "./tool-row.ts";
export { mcpPolicy, TOOL_ROWS } from "./tools/rows.ts";
