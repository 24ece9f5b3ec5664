import type { Explanation, Request } from "../engine/index.ts";
import type { LedgerRecord } from "../ledger/index.ts";
import { records } from "./audit.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { explain } from "./previews.ts";
import { done, type Outcome, refuse } from "./refusal.ts";

/** A denial as it was recorded, and which rules stand in the way today. */
export interface ExplainedDenial {
	readonly record: LedgerRecord;
	/** `null` when it is not rules that stand in the way. */
	readonly explanation: Explanation | null;
}

/** Why something was denied: the decision of this id, else the caller's last one. */
export async function explainDenial(context: Context, caller: Caller, id?: string): Promise<Outcome<ExplainedDenial>> {
	const { principal } = caller;
	if (id === undefined && principal.kind !== "agent") return refuse("invalid-request", "decision_id says which denial is meant");
	const page = await records(context, caller, {
		effect: "deny",
		limit: 1,
		...(id === undefined ? {} : { id }),
		...(principal.kind === "agent" && id === undefined ? { agent: principal.id } : {}),
	});
	const [record] = page.items;
	if (record === undefined) return refuse("not-found", "There is no such denial");
	const request = requestOf(record.request);
	if (request === null || record.agent === null) return done({ record, explanation: null });
	const explained = await explain(context, caller, { agent: record.agent }, request);
	// What rules alone would allow was denied for reasons that are not the caller's to know.
	return done({ record, explanation: explained.ok && explained.value.decision.effect !== "allow" ? explained.value : null });
}

/** What was recorded may be shortened or no request at all: the engine reads it and says so. */
function requestOf(value: unknown): Request | null {
	return typeof value === "object" && value !== null && "kind" in value ? (value as Request) : null;
}
