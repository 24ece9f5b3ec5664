import { decide, type Effect, type Facts, type Request, sealComposition, type Writ } from "../engine/index.ts";
import type { LedgerFilter } from "../ledger/index.ts";
import { realPath } from "../platform/index.ts";
import { records } from "./audit.ts";
import type { Caller } from "./caller.ts";
import { composeWish, type Wish } from "./compose-wish.ts";
import type { Context } from "./context.ts";
import { freshCatalog } from "./definitions.ts";
import { readDecisions } from "./read-decisions.ts";
import { done, type Outcome } from "./refusal.ts";
import { sealContextOf } from "./seal-context.ts";

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
	/** Whose agent is gone, or whose request was not kept whole. */
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
		...(agent === undefined ? {} : { agent }),
		...(since === undefined ? {} : { since }),
		...(until === undefined ? {} : { until }),
	};
	const decisions = await readDecisions((page) => records(context, caller, { ...filter, ...page }));
	const writs = new Map<string, Writ | null>();
	const changes = new Map<string, { before: Effect; after: Effect; count: number; examples: ReplayChange["examples"][number][] }>();
	let same = 0;
	let incomparable = 0;
	for (const { record, request, whole } of decisions) {
		const { agent: id, effect: before } = record;
		if (!whole || id === null || before === null) {
			incomparable++;
			continue;
		}
		if (!writs.has(id)) writs.set(id, await candidateFor(context, id, composed.value));
		const writ = writs.get(id) ?? null;
		if (writ === null) {
			incomparable++;
			continue;
		}
		const decision = decide(writ, request as Request, FACTS);
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
const FACTS: Facts = { resolve: realPath, edges: () => "allow", budget: [] };

async function candidateFor(context: Context, id: string, composition: Parameters<typeof sealComposition>[0]): Promise<Writ | null> {
	const known = await context.store.record((transaction) => context.known.find(transaction, id));
	if (known === null) return null;
	const sealed = sealComposition(composition, sealContextOf({ ...known.writ, children: known.children }));
	return sealed.ok ? sealed.writ : null;
}
