import { redeliverAt } from "../messages/index.ts";
import { deleteNode, saveNodeSeen, type Transaction } from "../store/index.ts";
import type { Context } from "./context.ts";

const EVERY = 10_000;
/** A node that has not been seen for so long is gone; clocks of nodes may differ by less. */
const GONE_AFTER = 60_000;

/** At a start: what this node had taken before, and what nodes had that are gone, is offered again. */
export async function takeOver(context: Context, transaction: Transaction): Promise<void> {
	await offerAgain(context, transaction, context.node);
}

/** Tells the other nodes of a database that this one is there, and looks after those that are gone; the returned function ends it. */
export function keepNode(context: Context): () => Promise<void> {
	// A file has one server and no more.
	if (context.store.database === "sqlite") return async () => undefined;
	const beat = setInterval(() => {
		context.store
			.record((transaction) => offerAgain(context, transaction, null))
			.catch((error: unknown) => {
				context.log(`this node could not say that it is there: ${error instanceof Error ? error.message : String(error)}`);
			});
	}, EVERY);
	beat.unref();
	return async () => {
		clearInterval(beat);
		// Whoever cannot say that it goes is missed soon enough.
		await context.store.record((transaction) => deleteNode(transaction, context.node)).catch(() => undefined);
	};
}

async function offerAgain(context: Context, transaction: Transaction, starting: string | null): Promise<void> {
	const now = context.clock.now();
	if (context.store.database === "postgres") await saveNodeSeen(transaction, context.node, now);
	await redeliverAt(transaction, starting, now - GONE_AFTER);
}
