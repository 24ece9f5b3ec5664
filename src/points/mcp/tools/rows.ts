import type { Infer } from "../../../engine/index.ts";
import type { ToolCall, ToolResult, ToolRow } from "../tool-row.ts";
import { nexusRows } from "./nexus-rows.ts";
import { ownRows } from "./own-rows.ts";
import type { WrittenRow } from "./row-parts.ts";
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

type Row = (typeof ownRows | typeof trinityRows | typeof nexusRows)[number];

/** What each tool does, by its name: it is called with what its row's shape says. */
export type ToolHandlers = {
	readonly [Each in Row as Each["name"]]: (call: ToolCall<Infer<Each["input"]>>) => Promise<ToolResult>;
};

/** A call of one tool. */
export type CallOf<Name extends keyof ToolHandlers> = Parameters<ToolHandlers[Name]>[0];
