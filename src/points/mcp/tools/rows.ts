import type { ToolRow } from "../tool-row.ts";
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
