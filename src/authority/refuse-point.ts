import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { note } from "./work.ts";

/** Records that a point turned somebody away before any verb was called. */
export async function refusePoint(context: Context, caller: Caller, request: unknown, code: string): Promise<void> {
	await context.store.record(async (transaction) => {
		note(context, transaction, caller, {
			kind: "decision",
			agent: caller.principal.kind === "agent" ? caller.principal.id : null,
			request,
			effect: "deny",
			code,
		});
	});
}
