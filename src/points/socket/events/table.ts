import type { SocketEvent } from "../socket-event.ts";
import { agentEvents } from "./agent.ts";
import { agentMessageEvents } from "./agent-messages.ts";
import { auditEvents } from "./audit.ts";
import { edgeEvents } from "./edge.ts";
import { grantEvents } from "./grant.ts";
import { keyEvents } from "./key.ts";
import { learnEvents } from "./learn.ts";
import { mcpEvents } from "./mcp.ts";
import { messageEvents } from "./message.ts";
import { monitorEvents } from "./monitor.ts";
import { permissionEvents } from "./permission.ts";
import { runEvents } from "./run.ts";
import { sandboxEvents } from "./sandbox.ts";
import { systemEvents } from "./system.ts";

/** Every event by its name; `pageUrl` says where the page is, `null` = nowhere. */
export function socketEvents(stop: () => void, pageUrl: () => string | null = () => null): ReadonlyMap<string, SocketEvent> {
	const table = new Map<string, SocketEvent>();
	const rows = [
		...systemEvents(() => table, stop, pageUrl),
		...agentEvents,
		...agentMessageEvents,
		...messageEvents,
		...permissionEvents,
		...sandboxEvents,
		...runEvents,
		...monitorEvents,
		...edgeEvents,
		...grantEvents,
		...keyEvents,
		...auditEvents,
		...learnEvents,
		...mcpEvents,
	];
	for (const row of rows) table.set(row.name, row);
	return table;
}
