import type { Terms, Writ } from "../engine/index.ts";
import type { Known } from "./known-agents.ts";

/** Tools that every agent has unless its rules take them away: they tell it of itself, and of whom it may write to. */
export const OFFERED_TOOLS: readonly string[] = [
	"team_refresh",
	"list_agents",
	"my_writ",
	"check",
	"explain_denial",
	"request_permission",
	"list_messages",
	"list_templates",
];

/** An agent with the tools that every agent has, and so have its ancestors. */
export function withOffered(known: Known): Known {
	const kept = OFFERED.get(known);
	if (kept !== undefined) return kept;
	const offered: Known = { ...known, writ: offering(known.writ), lineage: known.lineage.map(offering) };
	OFFERED.set(known, offered);
	return offered;
}

const OFFERED = new WeakMap<Known, Known>();

/** INVARIANT: only what is allowed grows; what is disabled, disallowed or asked about stays so. */
function offering(writ: Writ): Writ {
	const known = OFFERING.get(writ);
	if (known !== undefined) return known;
	const bounds = writ.bounds?.map((bound) => ({ ...bound, terms: withTools(bound.terms) }));
	const offered = { ...writ, terms: withTools(writ.terms), ...(bounds === undefined ? {} : { bounds }) };
	OFFERING.set(writ, offered);
	return offered;
}

const OFFERING = new WeakMap<Writ, Writ>();

function withTools(terms: Terms): Terms {
	const { tools } = terms;
	const allowed = tools.allowed.length === 0 ? [OFFERED_TOOLS] : tools.allowed.map((set) => [...set, ...OFFERED_TOOLS]);
	return { ...terms, tools: { ...tools, allowed } };
}
