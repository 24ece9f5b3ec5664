import type { ToolHandler, ToolResult } from "../tool-row.ts";
import { agentTools, spawningTools } from "./agents.ts";
import { messageTools } from "./messages.ts";
import type { ToolHandlers } from "./rows.ts";
import { selfTools } from "./self.ts";
import { systemTools } from "./systems.ts";
import { teamTools } from "./team.ts";

const handlers: Readonly<Record<string, (call: never) => Promise<ToolResult>>> = {
	...selfTools,
	...teamTools,
	...messageTools,
	...agentTools,
	...spawningTools,
	...systemTools,
} satisfies ToolHandlers;

/** What each tool does, by its name. */
// Whoever calls one has read the arguments by the shape of its row.
export const TOOL_HANDLERS = handlers as Readonly<Record<string, ToolHandler>>;
