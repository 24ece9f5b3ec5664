import type { ToolHandler } from "../tool-row.ts";
import { agentTools } from "./agents.ts";
import { messageTools } from "./messages.ts";
import { selfTools } from "./self.ts";
import { spawningTools } from "./spawning.ts";
import { systemTools } from "./systems.ts";
import { teamTools } from "./team.ts";

/** What each tool does, by its name. */
export const TOOL_HANDLERS: Readonly<Record<string, ToolHandler>> = {
	...selfTools,
	...teamTools,
	...messageTools,
	...agentTools,
	...spawningTools,
	...systemTools,
};
