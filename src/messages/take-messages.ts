import { markUndeliverable, peekMessageRows, requeueTaken, requeueTakenAt, type Transaction, takeMessageRows } from "../store/index.ts";
import { inOrder, type Message } from "./message.ts";

/**
 * The next messages of an agent, in order, taken at a node. Taken ones are not offered again before a restart; `peek` leaves them where they are.
 * SECURITY: what an agent has peeked at counts for the depth of what it sends, like what it took.
 */
export async function takeMessages(
	transaction: Transaction,
	agent: string,
	limit: number,
	{ peek = false, node = null }: { readonly peek?: boolean; readonly node?: string | null } = {},
): Promise<readonly Message[]> {
	return inOrder(peek ? await peekMessageRows(transaction, agent, limit) : await takeMessageRows(transaction, agent, limit, node));
}

/** After a restart of an agent: what it took and did not answer is offered again, at its old place. How many. */
export function redeliver(transaction: Transaction, agent: string): Promise<number> {
	return requeueTaken(transaction, agent);
}

/**
 * The same for all that was taken at a node which starts (`null` = none does), and at nodes that nobody has seen since a moment.
 * INVARIANT: what is being handled at a node that lives is not offered to anybody else.
 */
export function redeliverAt(transaction: Transaction, node: string | null, since: number): Promise<number> {
	return requeueTakenAt(transaction, node, since);
}

/** Before an agent ends: everything that it did not answer goes back as undeliverable. */
export async function undeliverable(transaction: Transaction, agent: string): Promise<readonly Message[]> {
	return inOrder(await markUndeliverable(transaction, agent));
}
