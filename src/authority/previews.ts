import { type Composition, diffWrits, explain as explainByRules, type Request, type Writ, type WritDiff } from "../engine/index.ts";
import type { Caller } from "./caller.ts";
import { composeWish, type Wish } from "./compose-wish.ts";
import type { Context } from "./context.ts";
import { freshCatalog } from "./definitions.ts";
import { standingFacts } from "./facts.ts";
import { findAgentFor } from "./find-agent-for.ts";
import { done, type Outcome } from "./refusal.ts";
import { sealNowhere } from "./seal-nowhere.ts";

/** Why a request is decided as it is. */
type Explanation = ReturnType<typeof explainByRules>;

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
): Promise<Outcome<Explanation>> {
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
