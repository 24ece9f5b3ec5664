import { SERVED_TOOLS, type ServedToolName, targetArgument } from "../../../engine/index.ts";
import type { ToolHandler, ToolRow, ToolWords } from "../tool-row.ts";
import { agentTools, spawningTools } from "./agents.ts";
import { messageTools } from "./messages.ts";
import { nexusWords } from "./nexus-words.ts";
import { ownWords } from "./own-words.ts";
import { selfTools } from "./self.ts";
import { systemTools } from "./systems.ts";
import { teamTools } from "./team.ts";
import { trinityWords } from "./trinity-words.ts";

/** What this wire says of each tool, in the order in which they are listed. */
const WORDS: Readonly<Record<ServedToolName, ToolWords>> = { ...ownWords, ...trinityWords, ...nexusWords };

const LISTED = Object.keys(WORDS);

/** Every tool that writ serves itself. */
export const TOOL_ROWS: readonly ToolRow[] = SERVED_TOOLS.map((tool) => ({ ...tool, ...WORDS[tool.name] })).toSorted(
	(one, other) => LISTED.indexOf(one.name) - LISTED.indexOf(other.name),
);

/** The table of tools as `GET /v1/mcp/policy` shows it. */
export function mcpPolicy(): readonly Readonly<Record<string, unknown>>[] {
	return TOOL_ROWS.map((row) => {
		const { name, needs = null, served, description } = row;
		return { name, gate: served.gate, param: targetArgument(row), needs, scopes: served.scopes, description };
	});
}

/** What each tool does, by its name. */
export const TOOL_HANDLERS: Readonly<Record<ServedToolName, ToolHandler>> = {
	...selfTools,
	...teamTools,
	...messageTools,
	...agentTools,
	...spawningTools,
	...systemTools,
};
