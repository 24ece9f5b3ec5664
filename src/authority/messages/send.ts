import { type AgentId, parseAgentId, principalName } from "../../engine/index.ts";
import { contentDigest } from "../../ledger/index.ts";
import { MAILBOX } from "../../runners/index.ts";
import { findAgent } from "../../state/agents/index.ts";
import { countEdgeUse } from "../../state/edges/index.ts";
import { findAnswer, findMessage, type Message, sendMessage, withdrawMessageRows } from "../../state/messages/index.ts";
import { getSetting } from "../../state/settings/index.ts";
import type { Transaction } from "../../store/index.ts";
import { agents } from "../agents/agents.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { denial } from "../decisions/decide.ts";
import { accepts } from "../decisions/facts.ts";
import { decideReach } from "../decisions/reach.ts";
import { mayKnow } from "../find-agent.ts";
import { done, type Outcome, type Refusal, refuse } from "../refusal.ts";
import { speaksOfTarget } from "../uniform.ts";
import { changing, note } from "../work.ts";

/** One message to one agent. */
interface Sending {
	readonly to: string;
	readonly content: string;
	/** Whether the sender waits for the answer (absent: when something runs for the receiver), and how long. */
	readonly wait?: boolean;
	readonly timeoutSeconds?: number;
	readonly inReplyTo?: string;
	/** The tool or event that sends, for rules that name it. */
	readonly verb: string;
	/** Aborted when nobody waits for the answer any more. */
	readonly gone?: AbortSignal;
}

interface Sent {
	readonly message: Message;
	/** What the receiver answered, when the sender waited. */
	readonly answer: Message | null;
}

const LONGEST_WAIT = 600;

/** Puts a message into a mailbox, durable before it is called sent; waits for the answer when asked to. */
export async function send(context: Context, caller: Caller, asked: Sending): Promise<Outcome<Sent>> {
	const sending = { ...asked, wait: asked.wait ?? (await isAnswered(context, asked.to)) };
	const waiter = sending.wait === true && caller.principal.kind === "agent" ? context.waits.begin(caller.principal.id, sending.to) : null;
	if (waiter !== null && !waiter.ok) return refuse("wait-cycle", "The receiver is waiting for the sender", { retryable: false });
	try {
		const outcome = await context.store.record((transaction) => post(context, transaction, caller, sending));
		if (outcome.ok) context.signals.raise(`mailbox:${outcome.value.to}`);
		if (!outcome.ok || sending.wait !== true) return outcome.ok ? done({ message: outcome.value, answer: null }) : outcome;
		return await awaitAnswer(context, outcome.value, sending);
	} finally {
		if (waiter?.ok === true) context.waits.end(waiter.token);
	}
}

/** Whether something runs for an agent when a message comes, so that there will be an answer. */
async function isAnswered(context: Context, to: string): Promise<boolean> {
	const id = parseAgentId(to);
	const agent = id.ok ? await context.store.look((connection) => findAgent(connection, id.id)) : null;
	return agent !== null && agent.runner !== MAILBOX;
}

/** The decision and the message in one commit. */
async function post(context: Context, transaction: Transaction, caller: Caller, sending: Sending): Promise<Outcome<Message>> {
	const permitted = await permit(context, transaction, caller, sending);
	if (!permitted.ok) return permitted;
	const now = context.clock.now();
	const recipient = permitted.value;
	const sent = await sendMessage(transaction, {
		sender: principalName(caller.principal),
		senderAgent: caller.principal.kind === "agent" ? caller.principal.id : null,
		recipient,
		content: sending.content,
		inReplyTo: sending.inReplyTo ?? null,
		correlationId: caller.correlationId,
		expectsAnswer: sending.wait === true,
		maxDepth: Number(await getSetting(transaction, "messages.max_depth")),
		mailboxSize: Number(await getSetting(transaction, "messages.mailbox_size")),
		now,
	});
	if (!sent.ok)
		return refuse(sent.code, sent.message, {
			retryable: sent.code === "mailbox-full",
			...(sent.code === "mailbox-full" ? { retryAfter: sent.retryAfter } : {}),
		});
	note(context, transaction, caller, {
		kind: "message",
		agent: recipient,
		request: { action: "sent", message: sent.message.id, to: recipient, content: contentDigest(sending.content) },
	});
	return done(sent.message);
}

/** Whether this caller may write to this agent; an agent hears the same refusal for every reason. */
async function permit(context: Context, transaction: Transaction, caller: Caller, { to, verb }: Sending): Promise<Outcome<AgentId>> {
	const { principal } = caller;
	const id = parseAgentId(to);
	const receiver = id.ok ? await context.known.find(transaction, id.id) : null;
	if (principal.kind === "agent") {
		if (to === principal.id) return refuse("self-send", "An agent cannot send a message to itself");
		const decided = await decideReach(context, transaction, caller, principal.id, verb, to, async (allowed) => {
			// SECURITY: an agent reads the same whether the receiver is missing, does not listen, or was never in reach.
			if (receiver === null || !accepts(receiver, principal.id)) return denial("no-edge", `Tool '${verb}' cannot target agent '${to}'`);
			const counted = await countEdgeUse(transaction, principal.id, receiver.agent.id, context.clock.now());
			if (counted.ok) return allowed;
			return counted.code === "edge-rate"
				? denial("edge-rate", counted.message)
				: denial("no-edge", `Tool '${verb}' cannot target agent '${to}'`);
		});
		const [{ code, message }] = decided.decision.reasons;
		if (decided.decision.effect === "allow" && receiver !== null) return done(receiver.agent.id);
		if (receiver === null || speaksOfTarget(code)) return unreachable(message, decided.decisionId);
		return refuse(code, message, {
			reasons: decided.decision.reasons,
			decisionId: decided.decisionId,
			...(decided.approvalId === undefined ? {} : { approvalId: decided.approvalId }),
			retryable: code === "edge-rate" || decided.decision.effect === "ask",
		});
	}
	if (receiver === null || !(await mayKnow(transaction, caller, receiver.agent))) return refuse("not-found", "Agent not found");
	return principal.kind === "system" || hasRole(caller, "user") ? done(receiver.agent.id) : refuse("not-permitted", "Not permitted");
}

/** SECURITY: missing, forbidden, blocked and ended agents look the same to anybody who cannot reach them; the ledger knows which it was. */
function unreachable(message: string, decisionId: string | null): { readonly ok: false; readonly refusal: Refusal } {
	return refuse("no-edge", message, { reasons: [{ code: "no-edge", message }], decisionId, retryable: false });
}

/** SECURITY: a sender that is gone waits for nobody, so writing to it is not refused for a cycle that does not exist. */
async function awaitAnswer(
	context: Context,
	message: Message,
	{ timeoutSeconds = LONGEST_WAIT, gone }: Pick<Sending, "timeoutSeconds" | "gone">,
): Promise<Outcome<Sent>> {
	const until = context.clock.now() + Math.min(timeoutSeconds, LONGEST_WAIT) * 1000;
	for (;;) {
		const answer = await context.store.look((connection) => findAnswer(connection, message.id));
		if (answer !== null) return done({ message, answer });
		const failed = await failureOf(context, message);
		if (failed !== null) return failed;
		const left = until - context.clock.now();
		if (left <= 0) return refuse("deadline", "Nobody answered in time; the message stays queued", { retryable: true });
		if (gone?.aborted === true) return refuse("disconnected", "The sender is gone; the message stays queued", { retryable: true });
		await context.signals.wait(`answer:${message.id}`, Math.min(left, 1_000), gone);
	}
}

/** Why there will be no answer; `null` while there can be one. */
async function failureOf(context: Context, { id }: Message): Promise<{ readonly ok: false; readonly refusal: Refusal } | null> {
	const state = (await context.store.look((connection) => findMessage(connection, id)))?.state;
	if (state !== "undeliverable") return null;
	const failure = context.failures.find(id);
	if (failure !== null) return refuse(failure.code, failure.message, { retryable: true });
	return refuse("undeliverable", "The agent ended before it answered, or the message was withdrawn", { retryable: false });
}

const PAGE = 1_000;

/** Sends to every agent that the caller may write to; how many were reached, of how many that it may know of. */
export async function broadcast(
	context: Context,
	caller: Caller,
	content: string,
): Promise<{ readonly reached: number; readonly total: number }> {
	const own = caller.principal.kind === "agent" ? caller.principal.id : null;
	let reached = 0;
	let total = 0;
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof agents>> = await agents(context, caller, { limit: PAGE, cursor });
		for (const { id } of page.items) {
			if (id === own) continue;
			total++;
			const sent = await send(context, caller, { to: id, content, verb: "agent:broadcast", wait: false });
			if (sent.ok) reached++;
		}
		cursor = page.next_cursor;
	} while (cursor !== null);
	return { reached, total };
}

/** Takes back what the caller wrote to an agent and the agent has not taken yet; which messages these were. */
export function withdraw(context: Context, caller: Caller, to: string): Promise<Outcome<readonly string[]>> {
	const { principal } = caller;
	return changing(context, caller, async (transaction) => {
		const sender = principal.kind === "agent" ? { agent: principal.id } : { person: principalName(principal) };
		const ids = await withdrawMessageRows(transaction, to, sender);
		for (const message of ids)
			note(context, transaction, caller, { kind: "message", agent: to, request: { action: "withdrawn", message } });
		return done(ids);
	});
}
