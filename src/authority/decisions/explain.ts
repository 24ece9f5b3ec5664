import {
	type Composition,
	diffWrits,
	type Explanation,
	explain as explainByRules,
	type Request,
	unreadRequest,
	type Writ,
	type WritDiff,
} from "../../engine/index.ts";
import type { LedgerRecord } from "../../ledger/index.ts";
import { sealNowhere } from "../agents/seal.ts";
import { composeWish, type Wish } from "../agents/wish.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { freshCatalog } from "../profiles/definitions.ts";
import { records } from "../records/audit.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { standingFacts } from "./facts.ts";

/** Why a request is decided as it is. */
type ExplanationByRules = ReturnType<typeof explainByRules>;

/** A definition with everything that it builds on worked in. Nothing is recorded: it is a preview, as all in this file. */
export async function preview(context: Context, { principal }: Caller, wish: Wish): Promise<Outcome<Composition>> {
	return composeWish(wish, await freshCatalog(context), principal.kind === "person");
}

/** What one definition allows and another does not. */
export async function compare(context: Context, caller: Caller, before: Wish, after: Wish): Promise<Outcome<WritDiff>> {
	const old = await sealed(context, caller, before);
	if (!old.ok) return old;
	const young = await sealed(context, caller, after);
	return young.ok ? done(diffWrits(old.value, young.value)) : young;
}

/** Every part, rule and layer that a decision about a request of an agent, or under a definition, comes from. */
export async function explain(
	context: Context,
	caller: Caller,
	subject: { readonly agent: string } | { readonly wish: Wish },
	request: Request,
): Promise<Outcome<ExplanationByRules>> {
	if ("wish" in subject) {
		const writ = await sealed(context, caller, subject.wish);
		return writ.ok ? done(explainByRules(writ.value, request, {})) : writ;
	}
	return context.store.record(async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, subject.agent);
		return found.ok ? done(explainByRules(found.value.writ, request, standingFacts(context, found.value))) : found;
	});
}

async function sealed(context: Context, caller: Caller, wish: Wish): Promise<Outcome<Writ>> {
	const composed = composeWish(wish, await freshCatalog(context), caller.principal.kind === "person");
	if (!composed.ok) return composed;
	return sealNowhere(composed.value);
}

/** A denial as it was recorded, and which rules stand in the way today. */
interface ExplainedDenial {
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
	// When the rules alone would allow it, the caller may not know why it was denied.
	return done({ record, explanation: explained.ok && explained.value.decision.effect !== "allow" ? explained.value : null });
}

/** What was recorded may be shortened, or not a request at all: the engine reads it and says so. */
function requestOf(value: unknown): Request | null {
	return typeof value === "object" && value !== null && "kind" in value ? unreadRequest(value) : null;
}
