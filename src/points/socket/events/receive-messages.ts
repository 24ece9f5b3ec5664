import { failure, replyTo } from "../errors.ts";
import type { Reply, Session } from "../socket-event.ts";

const MOST_CHARACTERS = 8 * 1024 * 1024;
/** So many are taken at once: as large as messages can be, these fit into one answer. */
const FEW = 8;
/** How long one wait is; then it is seen whether the client is still there. */
const WAIT_SECONDS = 1;

type Received = Awaited<ReturnType<Session["authority"]["receive"]>>;
type Messages = Extract<Received, { readonly ok: true }>["value"];

/**
 * Takes or looks at messages, fewer than asked for when they are large.
 * SECURITY: a mailbox holds more than a text can hold, and whoever may write to an agent can fill it (test/socket/connections.test.ts).
 */
export async function receiveMessages(
	session: Session,
	agent: string,
	{ limit, peek, waitSeconds }: { readonly limit: number; readonly peek: boolean; readonly waitSeconds: number },
	reply: (messages: Messages) => Reply,
): Promise<Reply> {
	const first = await waitForFirst(session, agent, Math.min(FEW, limit), peek, waitSeconds);
	if (first === null) return failure("disconnected", "The client is gone");
	if (!first.ok) return replyTo(first, reply);
	const more = peek ? lookFurther : takeFurther;
	return reply(await more(session, agent, limit, first.value));
}

/** `null` = the client went while it waited: nobody would read what is taken. */
async function waitForFirst(
	{ authority, caller, gone }: Session,
	agent: string,
	limit: number,
	peek: boolean,
	waitSeconds: number,
): Promise<Received | null> {
	for (let left = waitSeconds; ; left -= WAIT_SECONDS) {
		if (gone.aborted) return null;
		const received = await authority.receive(caller, agent, { limit, peek, waitSeconds: Math.max(0, Math.min(left, WAIT_SECONDS)) });
		if (!received.ok || received.value.length > 0 || left <= WAIT_SECONDS) return received;
	}
}

async function takeFurther({ authority, caller }: Session, agent: string, limit: number, first: Messages): Promise<Messages> {
	const taken = [...first];
	let characters = charactersOf(first);
	let isFull = first.length === FEW;
	while (isFull && taken.length < limit && characters < MOST_CHARACTERS) {
		const next = await authority.receive(caller, agent, { limit: Math.min(FEW, limit - taken.length) });
		if (!next.ok) break;
		taken.push(...next.value);
		characters += charactersOf(next.value);
		isFull = next.value.length === FEW;
	}
	return taken;
}

/** Looking leaves everything where it is, so each look begins at the start and goes twice as far. */
async function lookFurther({ authority, caller }: Session, agent: string, limit: number, first: Messages): Promise<Messages> {
	let seen = first;
	for (let far = FEW; seen.length === far && far < limit && charactersOf(seen) < MOST_CHARACTERS; ) {
		far = Math.min(far * 2, limit);
		const next = await authority.receive(caller, agent, { limit: far, peek: true });
		if (!next.ok) break;
		seen = next.value;
	}
	let characters = 0;
	return seen.filter((message, at) => {
		characters += charactersOf([message]);
		return at === 0 || characters <= MOST_CHARACTERS;
	});
}

function charactersOf(messages: Messages): number {
	return messages.reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
}
