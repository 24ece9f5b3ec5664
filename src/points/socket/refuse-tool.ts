import type { Authority, Caller, Refusal } from "../../authority/index.ts";
import type { SocketEvent } from "./socket-event.ts";

/**
 * Why an agent may not send an event that does what a tool does; `null` when it may.
 * SECURITY: a rule about a tool is one about its event too. Of many agents at once each is judged when its turn comes.
 */
export async function refuseTool(
	authority: Authority,
	caller: Caller,
	{ tool }: SocketEvent,
	{ agent_id: subject, dry_run: isPreview }: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
	if (tool === undefined || caller.principal.kind !== "agent" || isPreview === true) return null;
	if (typeof subject !== "string" && tool !== "create_agent") return null;
	const may = await authority.mayUse(caller, { tool, subject: typeof subject === "string" ? subject : undefined, held: false });
	return may.ok ? null : may.refusal;
}
