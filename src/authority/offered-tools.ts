import type { Writ } from "../engine/index.ts";
import type { Known } from "./known-agents.ts";
import { heldNow } from "./seal-child.ts";

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

/** An agent with the tools that every agent has, as its ancestors leave it its writ now. */
export function withOffered(known: Known): Known {
	const kept = OFFERED.get(known);
	if (kept !== undefined) return kept;
	const offered: Known = { ...known, writ: offering(heldNow(known)), lineage: [] };
	OFFERED.set(known, offered);
	return offered;
}

const OFFERED = new WeakMap<Known, Known>();

/** INVARIANT: only what is allowed grows; what is disabled, disallowed or asked about stays so. */
function offering(writ: Writ): Writ {
	const { tools } = writ.terms;
	const allowed = tools.allowed.length === 0 ? [OFFERED_TOOLS] : tools.allowed.map((set) => [...set, ...OFFERED_TOOLS]);
	return { ...writ, terms: { ...writ.terms, tools: { ...tools, allowed } } };
}
