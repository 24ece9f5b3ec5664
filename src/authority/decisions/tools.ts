import {
	type Facts,
	findServedTool,
	type Reason,
	type Request,
	refusedTool,
	SERVED_TOOLS,
	type ServedTool,
	subjectArgument,
	type Terms,
	twinsOf,
	type Writ,
} from "../../engine/index.ts";
import { type Known, rememberKnown, rememberWrits } from "../memory/agents.ts";

/** Tools that every agent has unless its rules take them away: they tell it of itself, and of whom it may write to. */
const OFFERED_TOOLS: readonly string[] = SERVED_TOOLS.filter(({ served }) => served.offered === true).map(({ name }) => name);

/** Tools that are one request with every event that sends: to write a message to an agent. */
export const MESSAGE_VERBS: readonly string[] = SERVED_TOOLS.filter(({ served }) => served.sends === true).map(({ name }) => name);

/** An agent with the tools that every agent has, and so have its ancestors. */
export const withOffered: (known: Known) => Known = rememberKnown((known) => ({
	...known,
	writ: offering(known.writ),
	lineage: known.lineage.map(offering),
}));

/** INVARIANT: only what is allowed grows; what is disabled, disallowed or asked about stays so. */
const offering: (writ: Writ) => Writ = rememberWrits((writ) => {
	const bounds = writ.bounds?.map((bound) => ({ ...bound, terms: withTools(bound.terms) }));
	return { ...writ, terms: withTools(writ.terms), ...(bounds === undefined ? {} : { bounds }) };
});

function withTools(terms: Terms): Terms {
	const { tools } = terms;
	const allowed = tools.allowed.length === 0 ? [OFFERED_TOOLS] : tools.allowed.map((set) => [...set, ...OFFERED_TOOLS]);
	return { ...terms, tools: { ...tools, allowed } };
}

/** A call of a tool. */
export type ToolRequest = Extract<Request, { readonly kind: "tool" }>;

/** The same call under the other names of the tool. */
export function callsOfTwins({ tool, input, ...rest }: ToolRequest): readonly ToolRequest[] {
	const served = findServedTool(tool);
	if (served === undefined) return [];
	const { [subjectArgument(served) ?? ""]: subject, ...others } = input;
	return twinsOf(served).map((twin) => ({ ...rest, tool: twin.name, input: { ...others, ...aboutAgent(twin, subject) } }));
}

/** The arguments of a tool that name the agent which a call is about. */
export function aboutAgent(tool: ServedTool, subject: unknown): Readonly<Record<string, unknown>> {
	const argument = subjectArgument(tool);
	return subject === undefined || argument === null ? {} : { [argument]: subject };
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
	const served = findServedTool(tool);
	for (const { name } of served === undefined ? [] : twinsOf(served)) {
		const refused = refusedTool(writ, name, facts);
		if (refused !== null && bindsTwins(refused.code)) return refused;
	}
	return null;
}
