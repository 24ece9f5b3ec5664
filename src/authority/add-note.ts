import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { done, type Outcome } from "./refusal.ts";
import { note, recording } from "./work.ts";

/** Writes what somebody wants to have on record. */
export function addNote(
	context: Context,
	caller: Caller,
	said: { readonly message: string; readonly details?: unknown },
): Promise<Outcome<string>> {
	return recording(context, caller, async (transaction) =>
		done(
			note(context, transaction, caller, {
				kind: "note",
				agent: caller.principal.kind === "agent" ? caller.principal.id : null,
				request: { action: "noted", ...said },
			}),
		),
	);
}
