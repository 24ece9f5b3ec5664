import { type Infer, SERVED_TOOLS, type ServedToolName, targetArgument } from "../../../engine/index.ts";
import type { ToolCall, ToolResult, ToolRow, ToolWords } from "../tool-row.ts";
import { nexusWords } from "./nexus-words.ts";
import { ownWords } from "./own-words.ts";
import { trinityWords } from "./trinity-words.ts";

/** What this wire says of each tool, in the order in which they are listed. */
const WORDS = { ...ownWords, ...trinityWords, ...nexusWords } as const satisfies Readonly<Record<ServedToolName, ToolWords>>;

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

/** What each tool does, by its name: it is called with what its row's shape says. */
export type ToolHandlers = {
	readonly [Name in ServedToolName]: (call: ToolCall<Infer<(typeof WORDS)[Name]["input"]>>) => Promise<ToolResult>;
};

/** A call of one tool. */
export type CallOf<Name extends ServedToolName> = Parameters<ToolHandlers[Name]>[0];
