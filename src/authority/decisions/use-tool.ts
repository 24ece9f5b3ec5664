import {
	type Decision,
	decide as decideByRules,
	type EdgeVerdict,
	type Facts,
	findServedTool,
	type Request,
	targetArgument,
} from "../../engine/index.ts";
import type { Agent } from "../../state/agents/index.ts";
import { judgeEdge } from "../../state/edges/index.ts";
import { useGrant } from "../../state/grants/index.ts";
import type { Transaction } from "../../store/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import type { Known } from "../memory/agents.ts";
import { speaksOfTarget } from "../uniform.ts";
import { STOPPED } from "../work.ts";
import { pass, raise } from "./confirm.ts";
import { type Decided, denial, type EdgeStates, recordDecision, usedGrant, weigh } from "./decide.ts";
import { asksForParents, isHeard, standingFacts } from "./facts.ts";
import { bindsTwins, callsOfTwins, refusedAct, type ToolRequest, withOffered } from "./tools.ts";

/** What was decided about a call. */
export interface UsedTool extends Decided {
	/** Refused whatever the arguments are. */
	readonly disabled: boolean;
	/** The denial speaks of the target, and of nothing that would tell whether it exists. */
	readonly ofTarget: boolean;
	/** The agent that the call reaches, when it is allowed. */
	readonly target: Agent | null;
}

/** Decides whether an agent may call a tool; the answer leaves when its record is durable. */
export function useTool(context: Context, caller: Caller, asked: ToolUse): Promise<UsedTool> {
	const { principal } = caller;
	const use = gated(asked);
	const id = principal.kind === "agent" ? principal.id : "";
	return context.store.record<UsedTool>(
		(transaction) => {
			const remembered = useFromMemory(context, caller, use);
			if (remembered === null) return lookAndUse(context, transaction, caller, id, use);
			const request: Request = { kind: "tool", tool: use.tool, input: use.input };
			const recorded = recordDecision(context, transaction, caller, id, request, remembered.held, remembered.decision);
			return { ...recorded, disabled: false, ofTarget: false, target: remembered.target };
		},
		(error) => {
			// INVARIANT: what cannot be recorded is not allowed.
			context.log(`a call of ${use.tool} could not be recorded: ${error instanceof Error ? error.message : String(error)}`);
			return { ...nothing(denial("authority-unavailable", "The decision could not be recorded")), decisionId: null, ofTarget: false };
		},
	);
}

async function lookAndUse(context: Context, transaction: Transaction, caller: Caller, id: string, use: GatedUse): Promise<UsedTool> {
	const now = context.clock.now();
	const known = await findHolder(context, transaction, caller, now);
	if (typeof known === "string")
		return answered(context, transaction, caller, id, null, { ...use, ...nothing(denial(known, STOPPED.message)) });
	const held = withOffered(known);
	const judged = await judge(context, transaction, held, use, now);
	// The next one is decided without looking.
	if (judged.target !== null && use.edge && !use.sends) await rememberReach(context, transaction, held, judged.target.id, now);
	return answered(context, transaction, caller, id, held, { ...use, ...judged });
}

/** The tools that this agent is not refused whatever the arguments are; nothing is recorded. */
export function heldTools(context: Context, caller: Caller, tools: readonly string[]): Promise<readonly string[]> {
	return context.store.record(async (transaction) => {
		const now = context.clock.now();
		const known = await findHolder(context, transaction, caller, now);
		if (typeof known === "string") return [];
		const held = withOffered(known);
		const { facts } = await weigh(context, transaction, held, { kind: "tool", tool: "my_writ", input: {} }, now);
		return tools.filter((tool) => refusedAct(held.writ, tool, facts) === null);
	});
}

/** The agent behind a key, if both stand and it may act; else why not. */
export async function findHolder(
	context: Context,
	transaction: Transaction,
	{ principal }: Caller,
	now: number,
): Promise<Known | "unknown-agent"> {
	if (principal.kind !== "agent" || !(await context.knownKeys.isLive(transaction, principal, now))) return "unknown-agent";
	const known = await context.known.find(transaction, principal.id);
	return known === null || known.agent.status === "stopped" ? "unknown-agent" : known;
}

interface Judged {
	readonly decision: Decision;
	readonly disabled: boolean;
	readonly target: Agent | null;
	/** What is recorded as having been asked. */
	readonly request?: Request;
}

function nothing(decision: Decision): Judged {
	return { decision, disabled: false, target: null };
}

/** Disabled, then level, then target, then arguments. */
export async function judge(context: Context, transaction: Transaction, held: Known, use: GatedUse, now: number): Promise<Judged> {
	const { tool, input, target, edge, child } = use;
	const call: ToolRequest = { kind: "tool", tool, input };
	// The tool and its target are judged in one commit, by the same edges.
	const verdicts: EdgeStates = new Map();
	const { facts, decision: weighed } = await weigh(context, transaction, held, call, now, verdicts);
	const refused = refusedAct(held.writ, tool, facts);
	if (refused !== null) {
		const decision: Decision = { effect: "deny", reasons: [refused], obligations: [] };
		return { ...nothing(decision), disabled: true };
	}
	if (use.answers === true) return nothing(ALLOWED);
	if (target !== undefined) {
		const reached = await judgeTarget(context, transaction, held, use, target.value, now, verdicts);
		if (reached.effect === "deny") {
			const asked = typeof target.value === "string" ? target.value : "";
			return { ...nothing(reached), request: { kind: "target", tool, target: asked } };
		}
	}
	// A tool for the caller's own children is not about edges.
	const isOfEdges = edge || child === null;
	const own = isOfEdges ? weighed : decideByRules(held.writ, call, facts);
	const decision = await boundByTwins(own, facts, call, async (twin) =>
		isOfEdges ? (await weigh(context, transaction, held, twin, now, verdicts)).decision : decideByRules(held.writ, twin, facts),
	);
	if (decision.effect === "allow" && !use.sends) {
		const used = usedGrant(facts, decision);
		if (used !== undefined && !(await useGrant(transaction, used.id, now)).ok)
			return nothing(denial("tool-not-allowed", `No rule allows tool '${tool}'`));
	}
	const settled = decision.effect === "ask" && !use.sends ? await pass(context, transaction, held, call, decision) : decision;
	const agent = typeof target?.value === "string" ? ((await context.known.find(transaction, target.value))?.agent ?? null) : null;
	return { ...nothing(settled), target: settled.effect === "allow" ? agent : null };
}

/** SECURITY: a rule about one name of an act binds the others: what it forbids is forbidden, what it asks about is asked. */
async function boundByTwins(
	own: Decision,
	facts: Facts,
	call: ToolRequest,
	decideTwin: (twin: ToolRequest) => Promise<Decision>,
): Promise<Decision> {
	let bound = own;
	for (const twin of own.effect === "deny" ? [] : callsOfTwins(call)) {
		const decision = await decideTwin(twin);
		if (decision.effect === "deny" && bindsTwins(decision.reasons[0].code)) return decision;
		// A grant for the name that was called is an answer to the question already.
		if (decision.effect === "ask" && bound.effect === "allow" && usedGrant(facts, own) === undefined) bound = decision;
	}
	return bound;
}

/** SECURITY: a target that is missing, empty, of the wrong type or of nobody is denied like one that is out of reach. */
async function judgeTarget(
	context: Context,
	transaction: Transaction,
	held: Known,
	{ tool, edge, child, sends }: GatedUse,
	value: unknown,
	now: number,
	verdicts: EdgeStates,
): Promise<Decision> {
	const named = typeof value === "string" && value !== "";
	const out = denial("no-edge", `Tool '${tool}' cannot target agent '${named ? value : ""}'`);
	// An agent that writes to itself is told so by the verb that sends.
	if (edge && !(sends && value === held.agent.id)) {
		const { decision } = await weigh(context, transaction, held, { kind: "target", tool, target: named ? value : "" }, now, verdicts);
		if (decision.effect === "deny") return decision;
		const receiver = named ? await context.known.find(transaction, value) : null;
		if (receiver === null || !isHeard(held, receiver)) return out;
	}
	if (!named) return denial("target-missing", `Tool '${tool}' needs a target agent`);
	if (child === null) return ALLOWED;
	const own = held.children.some((id) => id === value) || (child === "or-self" && value === held.agent.id);
	return own ? ALLOWED : out;
}

const ALLOWED: Decision = Object.freeze({
	effect: "allow",
	reasons: Object.freeze([Object.freeze({ code: "granted", message: "The target is within reach" })] as const),
	obligations: Object.freeze([]),
});

/** Records what was decided, and says it in the words of the caller. */
export async function answered(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	id: string,
	held: Known | null,
	{ tool, input, sends, decision, disabled, target, request = { kind: "tool", tool, input }, ...use }: Omit<GatedUse, "target"> & Judged,
): Promise<UsedTool> {
	const [{ code }] = decision.reasons;
	const named = use.edge || use.child !== null;
	const ofTarget =
		named && !disabled && decision.effect === "deny" && (speaksOfTarget(code) || code === "tool-not-allowed" || code === "tool-disallowed");
	// The message that follows is decided and recorded by its own verb.
	if (sends && (decision.effect !== "deny" || (ofTarget && request.kind === "tool")))
		return { decision: decision.effect === "deny" ? ALLOWED : decision, decisionId: null, disabled, ofTarget: false, target };
	const approvalId = decision.effect === "ask" && held !== null ? await raise(context, transaction, held, request, decision) : undefined;
	const recorded = recordDecision(context, transaction, caller, id, request, held, decision);
	return { ...recorded, disabled, ofTarget, target, ...(approvalId === undefined ? {} : { approvalId }) };
}

/** A call that is allowed, by whom, and the agent that it reaches. */
interface UsedFromMemory {
	readonly held: Known;
	readonly decision: Decision;
	readonly target: Agent | null;
}

/**
 * Allows a call with what is in memory; `null` when anything would have to be looked up.
 * INVARIANT: it has no rule of its own, and it never denies. A target that is missing, out of reach, or to be asked about is left to
 * those who look, all in the same way.
 */
function useFromMemory(context: Context, { principal }: Caller, use: GatedUse): UsedFromMemory | null {
	const { tool, input, target, edge, child, sends, answers } = use;
	if (principal.kind !== "agent" || sends || child !== null || answers === true) return null;
	if (!context.knownKeys.isLiveInMemory(principal, context.clock)) return null;
	const known = context.known.recall(principal.id);
	if (known === null || known.hasGrants || known.agent.status === "stopped") return null;
	const held = withOffered(known);
	const receiver = typeof target?.value === "string" ? context.known.recall(target.value) : null;
	if (target !== undefined && (receiver === null || !edge)) return null;
	if (receiver !== null && !isHeard(held, receiver)) return null;
	const judging = judgingFrom(context, held);
	const call: ToolRequest = { kind: "tool", tool, input };
	if (refusedAct(held.writ, tool, judging.facts) !== null) return null;
	const decision = decideByRules(held.writ, call, judging.facts);
	if (decision.effect !== "allow") return null;
	if (receiver !== null && decideByRules(held.writ, { kind: "target", tool, target: receiver.agent.id }, judging.facts).effect !== "allow")
		return null;
	for (const twin of callsOfTwins(call)) if (decideByRules(held.writ, twin, judging.facts).effect !== "allow") return null;
	return judging.missed ? null : { held, decision, target: receiver?.agent ?? null };
}

interface Judging {
	readonly facts: Facts;
	/** Whether an edge was asked for that is not remembered. */
	missed: boolean;
}

function judgingFrom(context: Context, held: Known): Judging {
	const edges = (target: string): EdgeVerdict => {
		const receiver = context.known.recall(target);
		const verdict = receiver === null ? undefined : context.knownEdges.recall(held, receiver);
		if (verdict === undefined) judging.missed = true;
		return verdict ?? "block";
	};
	const judging: Judging = { facts: { ...standingFacts(context, held), edges }, missed: false };
	return judging;
}

/** Remembers what the edges say of a look that was allowed, unless it is for some time only. */
async function rememberReach(context: Context, transaction: Transaction, held: Known, target: string, now: number): Promise<void> {
	const receiver = await context.known.find(transaction, target);
	if (receiver === null || asksForParents(held, target)) return;
	const { verdict, edge } = await judgeEdge(transaction, held.agent.id, target, now);
	const lasts = verdict === "none" || (verdict === "allow" && edge?.expires_at === null && edge.rate === null);
	if (lasts) context.knownEdges.remember(held, receiver, verdict);
}

/** A call of a tool that writ serves, or that a server behind it does. */
export interface ToolUse {
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** Of a tool that sends only whether it is held counts: what was written to the caller is answered. */
	readonly answers?: boolean;
}

/** A call with what it is judged by besides the rules about its tool. */
interface GatedUse extends ToolUse {
	/** The agent that the call names; absent = the tool names none. */
	readonly target?: { readonly value: unknown };
	/** Whether rules and edges between agents decide about the target. */
	readonly edge: boolean;
	/** The target must be the caller's own child; `or-self`: or the caller. */
	readonly child: "required" | "or-self" | null;
	/** A message follows, whose verb decides and records; here only denials are. */
	readonly sends: boolean;
}

/** The gate of the tool's row, in front of this call. */
function gated({ tool, input, answers = false }: ToolUse): GatedUse {
	const bare: GatedUse = { tool, input, edge: false, child: null, sends: false };
	const row = findServedTool(tool);
	const argument = row === undefined ? null : targetArgument(row);
	if (row === undefined || argument === null) return bare;
	const { gate, also, sends = false } = row.served;
	if (answers && sends) return { ...bare, answers };
	const target = { value: input[argument] };
	if (gate !== "spawner") return { ...bare, target, edge: true, sends };
	return { ...bare, target, edge: also === "target", child: also === "self" ? "or-self" : "required" };
}
