import { principalName } from "../../engine/index.ts";
import { contentDigest } from "../../ledger/index.ts";
import { endTaskGrants } from "../../state/grants/index.ts";
import { answerMessage, findMessage, type Message, takeMessages } from "../../state/messages/index.ts";
import { type Caller, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { note, recording } from "../work.ts";

/** How a mailbox is read. */
export interface Receiving {
	readonly limit: number;
	/** Look without taking. */
	readonly peek?: boolean;
	/** How long to wait for a first message. */
	readonly waitSeconds?: number;
}

/** The messages of an agent's own mailbox, in order; a person with authority over the agent may read it too. */
export async function receive(
	context: Context,
	caller: Caller,
	agent: string,
	{ limit, peek = false, waitSeconds = 0 }: Receiving,
): Promise<Outcome<readonly Message[]>> {
	const until = context.clock.now() + waitSeconds * 1000;
	for (;;) {
		const outcome = await recording<readonly Message[]>(context, caller, async (transaction) => {
			const found = await findAgentFor(context, transaction, caller, agent);
			if (!found.ok) return found;
			const isOwn = caller.principal.kind === "agent" && caller.principal.id === agent;
			if (!isOwn && !mayChange(caller, found.value.agent))
				return refuse("not-permitted", "Only the agent itself and its owner read its mailbox");
			return done(await takeMessages(transaction, agent, limit, { peek, node: context.node }));
		});
		const left = until - context.clock.now();
		if (!outcome.ok || outcome.value.length > 0 || left <= 0) return outcome;
		await context.signals.wait(`mailbox:${agent}`, Math.min(left, 1_000));
	}
}

/** Answers a message that was taken; the one who waits for it is told. */
export async function answerTo(context: Context, caller: Caller, id: string, content: string): Promise<Outcome<Message>> {
	const outcome = await recording<Message>(context, caller, async (transaction) => {
		const message = await findMessage(transaction, id);
		if (message === null) return refuse("not-found", "Message not found");
		const found = await findAgentFor(context, transaction, caller, message.to);
		if (!found.ok) return refuse("not-found", "Message not found");
		const isOwn = caller.principal.kind === "agent" && caller.principal.id === message.to;
		if (!isOwn && !mayChange(caller, found.value.agent)) return refuse("not-found", "Message not found");
		const now = context.clock.now();
		const answered = await answerMessage(transaction, {
			id,
			by: principalName(caller.principal),
			correlationId: caller.correlationId,
			content,
			now,
		});
		if (!answered.ok) return refuse(answered.code, answered.message);
		await endTaskGrants(transaction, message.to, id, now);
		note(context, transaction, caller, {
			kind: "message",
			agent: message.to,
			request: { action: "answered", message: id, answer: answered.answer.id, content: contentDigest(content) },
		});
		return done(answered.answer);
	});
	if (!outcome.ok) return outcome;
	context.signals.raise(`answer:${id}`);
	if (outcome.value.to_agent !== null) context.signals.raise(`mailbox:${outcome.value.to_agent}`);
	return outcome;
}
