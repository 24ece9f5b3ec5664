import { TOOL_ROWS } from "./tools/rows.ts";

/** The table of tools as `GET /v1/mcp/policy` shows it. */
export function mcpPolicy(): readonly Readonly<Record<string, unknown>>[] {
	return TOOL_ROWS.map(({ name, gate, param, needs, scopes, description }) => ({ name, gate, param, needs, scopes, description }));
}
