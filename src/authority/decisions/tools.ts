import { type Facts, type Reason, type Request, refusedTool, type Terms, type Writ } from "../../engine/index.ts";
import type { Known } from "../memory/agents.ts";

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

/** Tools that are one act under several names, and under which name each takes the agent that it is about. */
const ACTS: readonly Readonly<Record<string, string>>[] = [
	{ delete_agent: "name", nexus_destroy: "agent_id" },
	{ create_agent: "name", nexus_create: "agent_id" },
	{ get_agent: "name", get_agent_info: "agent_name" },
];

/** A call of a tool. */
export type ToolRequest = Extract<Request, { readonly kind: "tool" }>;

/** The same call under the other names of the tool. */
export function twinsOf({ tool, input, ...rest }: ToolRequest): readonly ToolRequest[] {
	const act = ACTS.find((names) => Object.hasOwn(names, tool));
	if (act === undefined) return [];
	const { [act[tool] ?? ""]: subject, ...others } = input;
	return Object.entries(act)
		.filter(([name]) => name !== tool)
		.map(([name, parameter]) => ({
			...rest,
			tool: name,
			input: { ...others, ...(subject === undefined ? {} : { [parameter]: subject }) },
		}));
}

/** The name under which a tool takes the agent that it is about. */
export function subjectOf(tool: string): string {
	return ACTS.find((names) => Object.hasOwn(names, tool))?.[tool] ?? (tool === "get_agent_logs" ? "agent_name" : "name");
}

/** That the agent lacks a tool under another name says nothing about this name; any other refusal is a rule about the act. */
const OF_THE_NAME = new Set(["unknown-tool", "tool-not-allowed", "level-not-allowed"]);

/** Whether a denial of one name is a rule that binds every other one. */
export function bindsTwins(code: string): boolean {
	return !OF_THE_NAME.has(code);
}

/**
 * Why a tool is refused whatever it is called with; `null` = its arguments decide.
 * SECURITY: a rule against an act is a rule against each of its names (test/mcp/twins.test.ts).
 */
export function refusedAct(writ: Writ, tool: string, facts: Facts): Reason | null {
	const own = refusedTool(writ, tool, facts);
	if (own !== null) return own;
	for (const twin of twinsOf({ kind: "tool", tool, input: {} })) {
		const refused = refusedTool(writ, twin.tool, facts);
		if (refused !== null && bindsTwins(refused.code)) return refused;
	}
	return null;
}
