import type { ToolHandler, ToolRow } from "../tool-row.ts";
import { agentTools, spawningTools } from "./agents.ts";
import { messageTools } from "./messages.ts";
import { nexusRows } from "./nexus-rows.ts";
import { ownRows } from "./own-rows.ts";
import type { WrittenRow } from "./row-parts.ts";
import { selfTools } from "./self.ts";
import { systemTools } from "./systems.ts";
import { teamTools } from "./team.ts";
import { trinityRows } from "./trinity-rows.ts";

/** Every tool that writ serves itself. */
export const TOOL_ROWS: readonly ToolRow[] = [
	...ownRows.map(inWords("own")),
	...trinityRows.map(inWords("trinity")),
	...nexusRows.map(inWords("nexus")),
];

function inWords(words: ToolRow["words"]): (row: WrittenRow) => ToolRow {
	return (row) => ({ param: null, needs: null, ...row, words });
}

/** The table of tools as `GET /v1/mcp/policy` shows it. */
export function mcpPolicy(): readonly Readonly<Record<string, unknown>>[] {
	return TOOL_ROWS.map(({ name, gate, param, needs, scopes, description }) => ({ name, gate, param, needs, scopes, description }));
}

/** What each tool does, by its name. */
export const TOOL_HANDLERS: Readonly<Record<string, ToolHandler>> = {
	...selfTools,
	...teamTools,
	...messageTools,
	...agentTools,
	...spawningTools,
	...systemTools,
};
