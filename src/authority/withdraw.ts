import { principalName } from "../engine/index.ts";
import { withdrawMessageRows } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { done, type Outcome } from "./refusal.ts";
import { changing, note } from "./work.ts";

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
