import { type Infer, present } from "../../../engine/index.ts";
import { problem, refuseAgent } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { anything, flag, list, longText, members, nullable, seconds, text, whole } from "../shapes.ts";

const CHAT = members({ message: longText, model: text, wait: flag, async_mode: flag, timeout_seconds: seconds, in_reply_to: text }, [
	"message",
]);
const REPLY = members(
	{
		response: nullable(longText),
		execution: members({ id: text, queue_status: text, was_queued: flag }, ["id", "queue_status", "was_queued"]),
		metadata: members({ agent: text, from: text, depth: whole, in_reply_to: nullable(text) }),
		session: members({ id: nullable(text), correlation_id: nullable(text) }),
	},
	["response", "execution"],
);

/** Trinity's routes for talking to an agent. */
export const chatRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/api/agents/{name}/chat",
		tag: "messages",
		summary: "Writes to an agent; waits for its answer when asked to",
		access: "anyone",
		body: CHAT,
		replies: { 200: REPLY },
		run: chat,
	}),
	defineRoute({
		method: "POST",
		path: "/api/agents/{name}/task",
		tag: "messages",
		summary: "Gives an agent a task; allowed_tools only tightens",
		access: "anyone",
		body: members({ ...CHAT.keys, allowed_tools: list(text), system_prompt: longText, context: anything }, ["message"]),
		replies: { 200: REPLY },
		run: chat,
	}),
];

async function chat({ authority, caller, parameters: { name = "" }, body, gone }: Visit<object, Infer<typeof CHAT>>): Promise<RestReply> {
	const wait = body.async_mode === true ? false : body.wait;
	const outcome = await authority.send(caller, {
		to: name,
		content: body.message,
		verb: "chat_with_agent",
		gone,
		...present({ wait, timeoutSeconds: body.timeout_seconds, inReplyTo: body.in_reply_to }),
	});
	if (!outcome.ok) {
		const { code, message, retryAfter = 1 } = outcome.refusal;
		if (code !== "mailbox-full") return refuseAgent(caller, name, outcome.refusal);
		const settings = await authority.settings();
		return problem(429, code, message, {
			error: "Agent is busy",
			agent: name,
			queue_length: Number(settings.find(({ name: setting }) => setting === "messages.mailbox_size")?.value ?? 0),
			retry_after: retryAfter,
			retryable: true,
			message,
		});
	}
	const { message, answer: answered } = outcome.value;
	return answer({
		response: answered?.content ?? null,
		execution: { id: message.id, queue_status: answered === null ? "queued" : "completed", was_queued: answered === null },
		metadata: { agent: name, from: message.from, depth: message.depth, in_reply_to: message.in_reply_to },
		session: { id: null, correlation_id: message.correlation_id },
	});
}
