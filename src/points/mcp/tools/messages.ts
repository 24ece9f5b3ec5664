import type { Authority } from "../../../authority/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { refused, refusedTarget } from "../deny.ts";
import { give, type Handlers, handle, type ToolCall, type ToolResult } from "../tool-row.ts";
import { waitInSteps } from "./wait-in-steps.ts";

interface Waiting {
	readonly wait?: boolean;
	readonly timeout_seconds?: number;
	readonly in_reply_to?: string;
}

type Sent = Extract<Awaited<ReturnType<Authority["send"]>>, { ok: true }>["value"];
type Message = Sent["message"];

/** Tools that write to agents, and read what came. */
export const messageTools = {
	chat_with_agent: handle<Waiting & { readonly agent_name: string; readonly message: string; readonly parallel?: boolean }>((call) => {
		const { agent_name, message, parallel = false, ...waiting } = call.input;
		return say(call, agent_name, message, parallel ? { ...waiting, wait: false } : waiting, ({ message: sent, answer }) => ({
			response: answer?.content ?? null,
			execution: { id: sent.id, queue_status: answer === null ? "queued" : "completed", was_queued: answer === null },
			metadata: { agent: agent_name, from: sent.from, depth: sent.depth, in_reply_to: sent.in_reply_to },
			session: { id: null, correlation_id: sent.correlation_id },
		}));
	}),
	nexus_send: handle<Waiting & { readonly agent_id: string; readonly content: string }>((call) => {
		const { agent_id, content, ...waiting } = call.input;
		return say(call, agent_id, content, waiting, ({ message, answer }) => ({
			status: answer === null ? "queued" : "answered",
			agent_id,
			message_id: message.id,
			...(answer === null ? {} : { content: answer.content }),
		}));
	}),
	nexus_cancel: handle<{ readonly agent_id: string }>(async ({ authority, caller, row, input: { agent_id }, used }) => {
		const seen = used === null ? await authority.agent(caller, agent_id) : null;
		if (seen !== null && !seen.ok) return refusedTarget(row, caller, agent_id, seen.refusal);
		const outcome = await authority.withdraw(caller, agent_id);
		return outcome.ok ? give({ agent_id, status: "cancelled", cancelled: outcome.value }) : refused(outcome.refusal);
	}),
	get_chat_history: handle<{ readonly agent_name: string }>(async ({ authority, caller, row, input: { agent_name } }) => {
		const outcome = await authority.conversation(caller, agent_name, { limit: 100, cursor: null });
		if (!outcome.ok) return refusedTarget(row, caller, agent_name, outcome.refusal);
		return give({ agent_name, messages: outcome.value.items.map(shown), next_cursor: outcome.value.next_cursor });
	}),
	list_messages: handle<{ readonly limit?: number; readonly peek?: boolean; readonly wait_seconds?: number }>(listMessages),
} satisfies Handlers;

/** Sends, or answers what the agent was written: an answer needs no way back. */
async function say<Input>(
	{ authority, caller, row, gone }: ToolCall<Input>,
	to: string,
	content: string,
	{ wait, timeout_seconds, in_reply_to }: Waiting,
	show: (sent: Sent) => Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
	if (in_reply_to !== undefined && (await isWaitingFor({ authority, caller }, to, in_reply_to))) {
		const answered = await authority.answerTo(caller, in_reply_to, content);
		return answered.ok ? give(show({ message: answered.value, answer: null })) : refused(answered.refusal);
	}
	const outcome = await authority.send(caller, {
		to,
		content,
		verb: row.name,
		gone,
		...(wait === undefined ? {} : { wait }),
		...(timeout_seconds === undefined ? {} : { timeoutSeconds: timeout_seconds }),
		...(in_reply_to === undefined ? {} : { inReplyTo: in_reply_to }),
	});
	return outcome.ok ? give(show(outcome.value)) : refusedTarget(row, caller, to, outcome.refusal);
}

/** Whether a message that the calling agent has taken and not answered came from there. */
export async function isWaitingFor(
	{ authority, caller }: Pick<ToolCall, "authority" | "caller">,
	from: string,
	id: string,
): Promise<boolean> {
	if (caller.principal.kind !== "agent") return false;
	const outcome = await authority.unanswered(caller, caller.principal.id, { limit: 1_000, cursor: null });
	return outcome.ok && outcome.value.items.some((message) => message.id === id && message.from === from);
}

/** SECURITY: a message is taken only when somebody still waits for it, so that none is lost to a call that was given up. */
async function listMessages({
	authority,
	caller,
	input: { limit = 10, peek = false, wait_seconds = 0 },
	gone,
}: ToolCall<{ readonly limit?: number; readonly peek?: boolean; readonly wait_seconds?: number }>): Promise<ToolResult> {
	const id = caller.principal.kind === "agent" ? caller.principal.id : "";
	if (wait_seconds > 0)
		await waitInSteps(wait_seconds, gone, authority.now, async (left) => {
			const seen = await authority.receive(caller, id, { limit: 1, peek: true, waitSeconds: left });
			return seen.ok && seen.value.length === 0 ? null : seen;
		});
	const outcome = await authority.receive(caller, id, { limit, peek: peek || gone.aborted });
	return outcome.ok ? give({ messages: outcome.value.map(shown) }) : refused(outcome.refusal);
}

function shown({ id, from, to, content, depth, in_reply_to, correlation_id, sent_at, state, redelivered }: Message): object {
	return { id, from, to, content, depth, in_reply_to, correlation_id, sent_at: isoTime(sent_at), state, redelivered };
}
