import type { Agent } from "../agents/index.ts";
import type { Message } from "../messages/index.ts";

/** One message that was taken for an agent, to be worked on. */
export interface TakenMessage {
	readonly agent: Agent;
	readonly message: Message;
}
