import type { ServedToolName } from "../../../engine/index.ts";
import type { ToolHandler, ToolResult } from "../tool-row.ts";
import { agentTools, spawningTools } from "./agents.ts";
import { messageTools } from "./messages.ts";
import type { ToolHandlers } from "./rows.ts";
import { selfTools } from "./self.ts";
import { systemTools } from "./systems.ts";
import { teamTools } from "./team.ts";

const handlers: Readonly<Record<ServedToolName, (call: never) => Promise<ToolResult>>> = {
	...selfTools,
	...teamTools,
	...messageTools,
	...agentTools,
	...spawningTools,
	...systemTools,
} satisfies ToolHandlers;

/** What each tool does, by its name. */
// The arguments of a call have been read by the shape of its row.
export const TOOL_HANDLERS = handlers as Readonly<Record<ServedToolName, ToolHandler>>;
