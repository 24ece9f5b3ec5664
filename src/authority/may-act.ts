import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";

/** SECURITY: a stopped agent does nothing, neither for itself nor to others, until it is started again. */
export async function mayAct(context: Context, transaction: Transaction, { principal }: Caller): Promise<boolean> {
	if (principal.kind !== "agent") return true;
	const known = await context.known.find(transaction, principal.id);
	return known !== null && known.agent.status !== "stopped";
}

/** Whether a caller may do anything at all. */
export function acts(context: Context, caller: Caller): Promise<boolean> {
	return context.store.record((transaction) => mayAct(context, transaction, caller));
}

/** How a stopped agent is refused. */
export const STOPPED = { code: "unknown-agent", message: "The agent is stopped" } as const;
