import { listMessages } from "../messages/index.ts";
import type { Connection } from "../store/index.ts";

/** The message that an agent handles, as the scope `task` needs it; other scopes, and an agent that handles none, have none. */
export async function taskOf(connection: Connection, agent: string, scope: string | undefined): Promise<{ readonly message?: string }> {
	if (scope !== "task") return {};
	const { items } = await listMessages(connection, agent, { state: "taken", limit: 1 });
	const [handled] = items;
	return handled === undefined ? {} : { message: handled.id };
}
