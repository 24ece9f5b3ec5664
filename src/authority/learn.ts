import { diffWrits, type Request, type WritDiff } from "../engine/index.ts";
import type { LedgerFilter } from "../ledger/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor } from "./find-agent-for.ts";
import { type Done, type Learned, learnProfile, sealedFor } from "./learn-profile.ts";
import { readDecisionsOf } from "./read-decisions.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { traceLife } from "./trace-life.ts";

/** From whose decisions to learn, and since when. */
export interface Lesson {
	readonly agent: string;
	readonly name: string;
	readonly since?: number;
	readonly until?: number;
}

export interface LearnedProfile extends Learned {
	/** Decisions that were read. */
	readonly decisions: number;
	/** What the agent could do and would no longer, and the other way round. */
	readonly diff: WritDiff;
}

/** The smallest profile that allows what an agent really did, approvals included, and how it differs from what it holds. An earlier agent of its id did nothing of it. */
export async function learn(context: Context, caller: Caller, { agent, name, since, until }: Lesson): Promise<Outcome<LearnedProfile>> {
	const found = await context.store.record((transaction) => findAgentFor(context, transaction, caller, agent));
	if (!found.ok) return found;
	const { writ } = found.value;
	const filter: LedgerFilter = {
		kind: "decision",
		effect: "allow",
		...(since === undefined ? {} : { since }),
		...(until === undefined ? {} : { until }),
	};
	const decisions = await readDecisionsOf(context, await traceLife(context, found.value.agent), filter);
	const told = decisions.filter(({ whole }) => whole).map(({ request }): Done => ({ writ, request: request as Request }));
	if (told.length === 0)
		return refuse("nothing-recorded", `Nothing that ${agent} did is recorded: let it work first, with a profile that allows enough`);
	const learned = learnProfile(name, told);
	const sealed = sealedFor(learned.profile, writ);
	if (sealed === null) return refuse("invalid-definition", "The learned profile cannot be sealed");
	return done({ ...learned, decisions: decisions.length, diff: diffWrits(writ, sealed) });
}
