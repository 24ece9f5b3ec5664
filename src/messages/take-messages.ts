import { markUndeliverable, peekMessageRows, requeueTaken, type Transaction, takeMessageRows } from "../store/index.ts";
import { inOrder, type Message } from "./message.ts";

/**
 * The next messages of an agent, in order. Taken ones are not offered again before a restart; `peek` leaves them where they are.
 * SECURITY: what an agent has peeked at counts for the depth of what it sends, like what it took.
 */
export async function takeMessages(
	transaction: Transaction,
	agent: string,
	limit: number,
	{ peek = false }: { readonly peek?: boolean } = {},
): Promise<readonly Message[]> {
	return inOrder(peek ? await peekMessageRows(transaction, agent, limit) : await takeMessageRows(transaction, agent, limit));
}

/** After a restart, of one agent or of all: what was taken and not answered is offered again, at its old place. How many. */
export function redeliver(transaction: Transaction, agent: string | null = null): Promise<number> {
	return requeueTaken(transaction, agent);
}

/** Before an agent ends: everything that it did not answer goes back as undeliverable. */
export async function undeliverable(transaction: Transaction, agent: string): Promise<readonly Message[]> {
	return inOrder(await markUndeliverable(transaction, agent));
}
