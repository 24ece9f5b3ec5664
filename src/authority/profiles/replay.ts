import { decide, type Effect, type Facts, sealComposition, unreadRequest, type Writ } from "../../engine/index.ts";
import type { LedgerFilter } from "../../ledger/index.ts";
import { realDisk } from "../../platform/index.ts";
import { sealContextOf } from "../agents/seal.ts";
import { composeWish, type Wish } from "../agents/wish.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { records } from "../records/audit.ts";
import { isOfLife, type RecordedDecision, readDecisions, readDecisionsOf, type Stretch, traceLife } from "../records/life.ts";
import { done, type Outcome } from "../refusal.ts";
import { freshCatalog } from "./definitions.ts";

/** A definition to try, and on which recorded decisions. */
export interface Rehearsal extends Wish {
	readonly agent?: string;
	readonly since?: number;
	readonly until?: number;
	readonly examples?: number;
}

/** One kind of difference, with some of the requests that show it. */
export interface ReplayChange {
	readonly before: Effect;
	readonly after: Effect;
	readonly count: number;
	readonly examples: readonly {
		readonly agent: string | null;
		readonly request: unknown;
		readonly code: string;
		readonly message: string;
	}[];
}

export interface Replayed {
	readonly decisions: number;
	readonly same: number;
	/** Whose agent is gone, though another may have its id, or whose request was not kept whole. */
	readonly not_comparable: number;
	readonly changes: readonly ReplayChange[];
}

const EXAMPLES = 5;

/** What a definition would have answered to what was really asked. Nothing is changed and nothing recorded. */
export async function replay(
	context: Context,
	caller: Caller,
	{ agent, since, until, examples = EXAMPLES, ...wish }: Rehearsal,
): Promise<Outcome<Replayed>> {
	const composed = composeWish(wish, await freshCatalog(context), true);
	if (!composed.ok) return composed;
	const filter: LedgerFilter = {
		kind: "decision",
		...(since === undefined ? {} : { since }),
		...(until === undefined ? {} : { until }),
	};
	const decisions = await recorded(context, caller, agent, filter);
	const candidates = new Map<string, Candidate | null>();
	const changes = new Map<string, { before: Effect; after: Effect; count: number; examples: ReplayChange["examples"][number][] }>();
	let same = 0;
	let incomparable = 0;
	for (const { record, request, whole } of decisions) {
		const { agent: id, effect: before } = record;
		if (!whole || id === null || before === null) {
			incomparable++;
			continue;
		}
		// Under a former name it is still the agent that was asked for.
		const whose = agent ?? id;
		if (!candidates.has(whose)) candidates.set(whose, await candidateFor(context, whose, composed.value));
		const candidate = candidates.get(whose) ?? null;
		if (candidate === null || !isOfLife(record, candidate.life)) {
			incomparable++;
			continue;
		}
		const decision = decide(candidate.writ, unreadRequest(request), FACTS);
		if (decision.effect === before) {
			same++;
			continue;
		}
		const key = `${before} ${decision.effect}`;
		const change = changes.get(key) ?? { before, after: decision.effect, count: 0, examples: [] };
		changes.set(key, change);
		change.count++;
		const [{ code, message }] = decision.reasons;
		if (change.examples.length < examples) change.examples.push({ agent: id, request, code, message });
	}
	return done({
		decisions: decisions.length,
		same,
		not_comparable: incomparable,
		changes: [...changes.values()].toSorted((left, right) => right.count - left.count),
	});
}

/** Edges and budgets are of their moment: they are taken as open, so that only the rules speak. */
const FACTS: Facts = { ...realDisk, edges: () => "allow", budget: [] };

/** What an agent would hold, and which records are its own. */
interface Candidate {
	readonly writ: Writ;
	readonly life: readonly Stretch[];
}

async function candidateFor(context: Context, id: string, composition: Parameters<typeof sealComposition>[0]): Promise<Candidate | null> {
	const known = await context.store.record((transaction) => context.known.find(transaction, id));
	if (known === null) return null;
	const sealed = sealComposition(composition, sealContextOf({ ...known.writ, children: known.children }));
	return sealed.ok ? { writ: sealed.writ, life: await traceLife(context, known.agent) } : null;
}

/** The decisions about a living agent, from its birth on and under all its names; of one that ended, what its id tells. */
async function recorded(
	context: Context,
	caller: Caller,
	agent: string | undefined,
	filter: LedgerFilter,
): Promise<readonly RecordedDecision[]> {
	if (agent === undefined) return readDecisions((page) => records(context, caller, { ...filter, ...page }));
	const found = await context.store.record((transaction) => findAgentFor(context, transaction, caller, agent));
	if (found.ok) return readDecisionsOf(context, await traceLife(context, found.value.agent), filter);
	return readDecisions((page) => records(context, caller, { ...filter, agent, ...page }));
}
