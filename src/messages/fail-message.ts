import { markFailed, type Transaction } from "../store/index.ts";

/** Ends a message whose work failed; `false` when it is answered or ended already. */
export async function failMessage(transaction: Transaction, id: string): Promise<boolean> {
	return (await markFailed(transaction, id)) === 1;
}
