/** The MCP servers behind writ, as they are stored. */
export { deleteMcpServerRow, findMcpServerRow, type McpServerRow, mcpServerRows, saveMcpServerRow } from "./mcp-servers.ts";
