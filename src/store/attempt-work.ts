import type { Backend } from "./backend.ts";
import { isBrokenStore } from "./broken-store.ts";
import { type Failure, type Settling, Spoiled } from "./waiting-work.ts";
import type { Work } from "./work.ts";

/** Runs one work; `null` = it is over already and has written nothing. Its failure is the answer, and only what ends the whole transaction is thrown. */
export function attemptWork(backend: Backend, work: Settling, transaction: Work): Promise<Failure | null> | null {
	let running: Promise<void> | undefined;
	try {
		running = work.run(transaction);
	} catch (error) {
		return finish(backend, work, transaction, { error });
	}
	if (running !== undefined)
		return running.then(
			() => finish(backend, work, transaction, null),
			(error: unknown) => finish(backend, work, transaction, { error }),
		);
	if (!transaction.isClean) return finish(backend, work, transaction, null);
	transaction.end();
	return null;
}

async function finish(backend: Backend, work: Settling, transaction: Work, thrown: Failure | null): Promise<Failure | null> {
	transaction.end();
	const failure = thrown ?? transaction.failure;
	if (failure === null) {
		await transaction.keep();
		return null;
	}
	const cause = (transaction.failure ?? failure).error;
	if (backend.mayRetry(cause) || isBrokenStore(cause)) throw cause;
	if (!(await transaction.undo())) throw new Spoiled(work, failure);
	return failure;
}
