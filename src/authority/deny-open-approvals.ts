import type { Agent } from "../agents/index.ts";
import { principalName } from "../engine/index.ts";
import { denyApprovalsOf } from "../grants/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { note } from "./work.ts";

/** Denies whatever an agent still waits for, with a record each: it ends, stops or begins anew. */
export async function denyOpenApprovals(context: Context, transaction: Transaction, caller: Caller, agent: Agent): Promise<void> {
	for (const approval of await denyApprovalsOf(transaction, agent.id, context.clock.now(), principalName(caller.principal))) {
		note(context, transaction, caller, {
			kind: "approval",
			agent: agent.id,
			request: { action: "answered", approval: approval.id, status: "denied" },
			effect: "deny",
			code: "approval-denied",
			writDigest: agent.digest,
		});
	}
}
