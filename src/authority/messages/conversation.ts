import { principalName } from "../../engine/index.ts";
import { listConversation, listMessages, type Message } from "../../state/messages/index.ts";
import type { Connection } from "../../store/index.ts";
import { type Caller, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { recording } from "../work.ts";

/** Some messages, and where the next ones are. */
export interface MessagePage {
	readonly items: readonly Message[];
	readonly next_cursor: string | null;
}

/** Which part of a list. */
export interface MessagePart {
	readonly limit: number;
	readonly cursor: string | null;
}

/**
 * What the caller and an agent said to each other, the newest first.
 * SECURITY: only the caller's own words and those to it, so an agent that is out of reach or does not exist looks like one that said nothing.
 */
export function conversation(context: Context, caller: Caller, agent: string, part: MessagePart): Promise<Outcome<MessagePage>> {
	const { principal } = caller;
	return recording(context, caller, async (transaction) => {
		if (principal.kind === "agent")
			return done(await shortPage(part, (piece) => listConversation(transaction, principal.id, { agent }, piece)));
		const found = await findAgentFor(context, transaction, caller, agent);
		if (!found.ok) return found;
		const other = { person: principalName(principal) };
		return done(await shortPage(part, (piece) => listConversation(transaction, agent, other, piece)));
	});
}

/** What was taken from an agent's mailbox and is not answered, the oldest first. */
export function unanswered(context: Context, caller: Caller, agent: string, part: MessagePart): Promise<Outcome<MessagePage>> {
	return recording(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, agent);
		if (!found.ok) return found;
		const isOwn = caller.principal.kind === "agent" && caller.principal.id === agent;
		if (!isOwn && !mayChange(caller, found.value.agent))
			return refuse("not-permitted", "Only the agent itself and its owner read its mailbox");
		return done(await taken(transaction, agent, part));
	});
}

function taken(connection: Connection, agent: string, part: MessagePart): Promise<MessagePage> {
	return shortPage(part, (piece) => listMessages(connection, agent, { state: "taken", ...piece }));
}

const MOST_CHARACTERS = 8 * 1024 * 1024;
/** How many are read at once: even the largest messages fit into one answer. */
const FEW = 8;

/** SECURITY: fewer than asked for when they are large; those who may write to an agent choose how large they are. */
async function shortPage({ limit, cursor }: MessagePart, read: (part: MessagePart) => Promise<MessagePage>): Promise<MessagePage> {
	const items: Message[] = [];
	let next = cursor;
	let characters = 0;
	do {
		const page = await read({ limit: Math.min(FEW, limit - items.length), cursor: next });
		items.push(...page.items);
		characters += page.items.reduce((sum, { content }) => sum + content.length, 0);
		next = page.next_cursor;
	} while (next !== null && items.length < limit && characters < MOST_CHARACTERS);
	return { items, next_cursor: next };
}
