import {
	type Composition,
	diffWrits,
	explain as explainByRules,
	type Request,
	sealComposition,
	type Writ,
	type WritDiff,
} from "../engine/index.ts";
import type { Caller } from "./caller.ts";
import { composeWish, type Wish } from "./compose-wish.ts";
import type { Context } from "./context.ts";
import { standingFacts } from "./facts.ts";
import { findAgentFor } from "./find-agent-for.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { sealContext } from "./seal-context.ts";

/** Why a request is decided as it is. */
type Explanation = ReturnType<typeof explainByRules>;

/** Where a definition is sealed that no agent holds yet. */
const NOWHERE = {
	workspace: "/sandbox/workspace",
	shared: "/sandbox/shared",
	exports: "/sandbox/exports",
	claude: "/sandbox/.claude",
	session: "/sandbox/session",
};

/** A definition with everything that it builds on worked in. Nothing is recorded: it is a preview, as all in this file. */
export async function preview({ definitions }: Context, { principal }: Caller, wish: Wish): Promise<Outcome<Composition>> {
	return composeWish(wish, definitions.catalog, principal.kind === "person");
}

/** What one definition allows and another does not. */
export async function compare(context: Context, caller: Caller, before: Wish, after: Wish): Promise<Outcome<WritDiff>> {
	const old = sealed(context, caller, before);
	if (!old.ok) return old;
	const young = sealed(context, caller, after);
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
		const writ = sealed(context, caller, subject.wish);
		return writ.ok ? done(explainByRules(writ.value, request, {})) : writ;
	}
	return context.store.record(async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, subject.agent);
		return found.ok ? done(explainByRules(found.value.writ, request, standingFacts(context, found.value))) : found;
	});
}

function sealed(context: Context, caller: Caller, wish: Wish): Outcome<Writ> {
	const composed = composeWish(wish, context.definitions.catalog, caller.principal.kind === "person");
	if (!composed.ok) return composed;
	const outcome = sealComposition(composed.value, sealContext({ agent: "agent" }, NOWHERE));
	if (outcome.ok) return done(outcome.writ);
	return refuse("invalid-definition", outcome.problems[0]?.message ?? "The definition cannot be sealed", { problems: outcome.problems });
}
