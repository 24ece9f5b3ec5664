/** Messages between agents and people, from the sender to the mailbox to the answer. */
export { talkRows, withdrawMessageRows } from "./message-rows.ts";
export {
	failMessage,
	findAnswer,
	findMessage,
	listConversation,
	listMessages,
	type Message,
	queuedCount,
	redeliver,
	redeliverAt,
	takeMessages,
	undeliverable,
} from "./messages.ts";
export { answerMessage, type Outgoing, sendMessage } from "./send-message.ts";
export { WaitGraph, type WaitToken } from "./wait-graph.ts";
