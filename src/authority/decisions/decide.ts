import {
	type BudgetCounters,
	type Decision,
	decide as decideByRules,
	type EdgeVerdict,
	type Facts,
	principalName,
	type Request,
} from "../../engine/index.ts";
import { budgetChain, spend } from "../../state/budgets/index.ts";
import { edgeState } from "../../state/edges/index.ts";
import { activeGrants, useGrant } from "../../state/grants/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { type Caller, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { knowsOf, mayKnow } from "../find-agent.ts";
import { type Known, rememberKnownIn } from "../memory/agents.ts";
import { decisionFor } from "../uniform.ts";
import { mayAct, STOPPED } from "../work.ts";
import { pass, raise } from "./confirm.ts";
import { accepts, isWithinParentsReach, standingFacts } from "./facts.ts";
import { MESSAGE_VERBS } from "./tools.ts";

/** A decision with its place in the ledger. */
export interface Decided {
	readonly decision: Decision;
	/** `null` only when it could not be recorded, and then it is a denial. */
	readonly decisionId: string | null;
	/** The approval that an `ask` made or joined. */
	readonly approvalId?: string;
}

/** Decides one request of one agent; the answer leaves when its record is durable. */
export function decide(context: Context, caller: Caller, agent: string, request: Request): Promise<Decided> {
	return context.store.record<Decided>(
		(transaction) => {
			const remembered = asksForAnother(caller, agent) ? null : decideFromMemory(context, caller, agent, request);
			if (remembered === null) return decideWithin(context, transaction, caller, agent, request);
			return recordDecision(context, transaction, caller, agent, request, remembered.known, remembered.decision);
		},
		(error) => {
			// INVARIANT: what cannot be recorded is not allowed.
			context.log(`a decision about ${agent} could not be recorded: ${error instanceof Error ? error.message : String(error)}`);
			return UNRECORDED;
		},
	);
}

/** What goes with a decision inside a work. */
interface Within {
	/** What stands against what the rules allow. */
	readonly veto?: (allowed: Decision) => Promise<Decision>;
	/** What was looked up of edges for other requests of the same work. */
	readonly edges?: EdgeStates;
}

/** What edges say of targets, as far as it was looked up: within one work they do not change. */
export type EdgeStates = Map<string, EdgeVerdict>;

/** The same inside a work, for verbs that decide and act in one commit. */
export async function decideWithin(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	agent: string,
	request: Request,
	{ veto, edges }: Within = {},
): Promise<Decided> {
	const now = context.clock.now();
	const known = await findAsked(context, transaction, caller, agent, now);
	const ruled =
		known === null
			? UNKNOWN_AGENT
			: known.agent.status === "stopped"
				? STOPPED_AGENT
				: await judge(context, transaction, caller, known, request, now, edges);
	const judged = ruled.effect === "allow" && veto !== undefined ? await veto(ruled) : ruled;
	const settled = judged.effect === "ask" && known !== null ? await pass(context, transaction, known, request, judged) : judged;
	const approvalId = settled.effect === "ask" && known !== null ? await raise(context, transaction, known, request, settled) : undefined;
	const decided = recordDecision(context, transaction, caller, agent, request, known, settled);
	return approvalId === undefined ? decided : { ...decided, approvalId };
}

/** Appends the record of a decision; what the caller is told of it comes back. */
export function recordDecision(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	agent: string,
	request: Request,
	known: Known | null,
	judged: Decision,
): Decided {
	const [{ code, rule, source }] = judged.reasons;
	const { principal, point, correlationId, claimed } = caller;
	const decisionId = context.ledger.append(transaction, {
		kind: "decision",
		principal: principalName(principal),
		keyId: principal.keyId,
		// SECURITY: what somebody asks about an agent that is not theirs is not part of that agent's history (test/authority/strangers.test.ts).
		...(known === null
			? { agent: principal.kind === "agent" ? principal.id : null, request: { ...request, about: agent } }
			: { agent, request }),
		point,
		effect: judged.effect,
		code,
		rule,
		source,
		writDigest: known === null ? null : known.writ.digest,
		correlationId,
		claimed,
	});
	return { decision: decisionFor(principal, judged), decisionId };
}

/** The agent that is asked about, if the caller may ask about it; whatever else there is answers as if it did not exist. */
async function findAsked(context: Context, transaction: Transaction, caller: Caller, agent: string, now: number): Promise<Known | null> {
	if (!(await context.knownKeys.isLive(transaction, caller.principal, now))) return null;
	if (asksForAnother(caller, agent) && !(await mayAct(context, transaction, caller))) return null;
	const known = await context.known.find(transaction, agent);
	return known !== null && (await mayAskFor(transaction, caller, known)) ? known : null;
}

/** SECURITY: a decision uses up grants and budgets. People with whom an agent is only shared may look at it, not act for it. */
async function mayAskFor(transaction: Transaction, caller: Caller, { agent }: Known): Promise<boolean> {
	return caller.principal.kind === "person" ? mayChange(caller, agent) : mayKnow(transaction, caller, agent);
}

/** Whether an agent asks about an agent other than itself: it must be one that acts. */
function asksForAnother({ principal }: Caller, agent: string): boolean {
	return principal.kind === "agent" && principal.id !== agent;
}

/** What the rules say under the facts of this moment, with what an allow uses up taken away. */
async function judge(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	known: Known,
	request: Request,
	now: number,
	edges?: EdgeStates,
): Promise<Decision> {
	const confined = context.confinements.holds(caller, known);
	const { decision, facts } = await weigh(context, transaction, known, request, now, edges, confined);
	if (decision.effect !== "allow") return decision;
	if (request.kind === "spend") return takeBudget(transaction, known, request, decision, now);
	const grants = facts.grants ?? [];
	const used = usedGrant(facts, decision);
	if (used === undefined || (await useGrant(transaction, used.id, now)).ok) return decision;
	return decideWithEdges(context, transaction, known, request, { ...facts, grants: grants.filter((grant) => grant !== used) }, now);
}

/** The grant that a decision rests on, if any. */
export function usedGrant({ grants = [] }: Facts, decision: Decision): ActiveGrant | undefined {
	return grants.find((grant) => decision.reasons.some(({ rule, message }) => rule === grant.rule && message.endsWith(grant.id)));
}

type ActiveGrant = NonNullable<Facts["grants"]>[number];

/** The same without using anything up. When several requests of one call are weighed together, edges that were looked up are handed in. */
export async function weigh(
	context: Context,
	transaction: Transaction,
	known: Known,
	request: Request,
	now: number,
	verdicts: EdgeStates = new Map(),
	confined = false,
): Promise<{ readonly decision: Decision; readonly facts: Facts }> {
	const grants = known.hasGrants ? await activeGrants(transaction, known.agent.id, now) : [];
	const bare = await factsFor(context, transaction, known, request, now, confined);
	const facts = grants.length === 0 ? bare : { ...bare, grants };
	return { facts, decision: await decideWithEdges(context, transaction, known, request, facts, now, verdicts) };
}

async function factsFor(
	context: Context,
	transaction: Transaction,
	known: Known,
	request: Request,
	now: number,
	confined: boolean,
): Promise<Facts> {
	const facts = standingFacts(context, known, confined);
	const kind = kindOf(request);
	if (kind === "spawn") return { ...facts, catalog: await context.definitions.refresh(transaction) };
	if (kind === "spend") return { ...facts, budget: await countersOf(transaction, known, now) };
	return facts;
}

/** A request is whatever a client sent: the engine denies what it cannot read, also what is not even an object. */
function kindOf(request: unknown): unknown {
	return typeof request === "object" && request !== null && "kind" in request ? request.kind : undefined;
}

/** The engine asks for edges as it needs them and cannot wait: those that it asked for are looked up, and it is asked again. */
async function decideWithEdges(
	context: Context,
	transaction: Transaction,
	known: Known,
	request: Request,
	facts: Facts,
	now: number,
	verdicts: EdgeStates = new Map(),
): Promise<Decision> {
	// Whom an agent may write to is a different question from whom it may look at.
	const nameOf = (target: string): string => `${sendsMessage(request) ? "to" : "at"} ${target}`;
	for (;;) {
		const missing = new Set<string>();
		const edges = (target: string): EdgeVerdict => {
			const verdict = verdicts.get(nameOf(target));
			if (verdict === undefined) missing.add(target);
			return verdict ?? "none";
		};
		const decision = decideByRules(known.writ, request, { ...facts, edges });
		if (missing.size === 0) return decision;
		for (const target of missing) verdicts.set(nameOf(target), await edgeStateOf(context, transaction, known, request, target, now));
	}
}

/** Nobody reaches an agent that is not there, that does not hear it, or that its parent cannot reach, whatever rules and edges say. */
async function edgeStateOf(
	context: Context,
	transaction: Transaction,
	known: Known,
	request: Request,
	target: string,
	now: number,
): Promise<EdgeVerdict> {
	const receiver = await context.known.find(transaction, target);
	if (receiver === null) return "block";
	if (sendsMessage(request) && !accepts(receiver, known.agent.id)) return "block";
	if (!(await isWithinParentsReach(transaction, known, target, now))) return "block";
	return edgeState(transaction, known.agent.id, target, now);
}

function sendsMessage(request: Request): boolean {
	return (request.kind === "target" || request.kind === "tool") && MESSAGE_VERBS.includes(request.tool);
}

async function takeBudget(
	transaction: Transaction,
	known: Known,
	{ tokens = 0, requests = 0, costUsd = 0 }: Extract<Request, { kind: "spend" }>,
	allowed: Decision,
	now: number,
): Promise<Decision> {
	const outcome = await spend(transaction, chainOf(known), { tokens, requests, costUsd }, now);
	return outcome.ok ? allowed : denial(outcome.code, outcome.message);
}

/** What the agent and its ancestors have spent, with the limits of each. */
export function countersOf(connection: Connection, known: Known, now: number): Promise<readonly BudgetCounters[]> {
	return budgetChain(connection, chainOf(known), now);
}

/** The agent and its ancestors with their limits, the agent first. */
function chainOf(known: Known): readonly { readonly agent: string; readonly limits: Known["writ"]["terms"]["resources"] }[] {
	const chain = [];
	for (let at: Known | null = known; at !== null; at = at.parent) chain.push({ agent: at.agent.id, limits: at.writ.terms.resources });
	return chain;
}

export function denial(code: Decision["reasons"][0]["code"], message: string): Decision {
	return Object.freeze({
		effect: "deny",
		reasons: Object.freeze([Object.freeze({ code, message })] as const),
		obligations: Object.freeze([]),
	});
}

const UNRECORDED: Decided = { decision: denial("authority-unavailable", "The decision could not be recorded"), decisionId: null };
const UNKNOWN_AGENT = denial("unknown-agent", "No agent of this name holds a writ");
const STOPPED_AGENT = denial(STOPPED.code, STOPPED.message);

/** What was decided, and about whom. */
interface Remembered {
	readonly known: Known;
	readonly decision: Decision;
}

/**
 * Decides with what is in memory, because waiting costs more than deciding; `null` when anything would have to be looked up.
 * INVARIANT: it knows of no rule of its own. A question that needs an edge, a grant, a counter, an approver or the database in any
 * other way is left to those who look.
 */
function decideFromMemory(context: Context, caller: Caller, agent: string, request: Request): Remembered | null {
	if (!context.knownKeys.isLiveInMemory(caller.principal, context.clock)) return null;
	const known = context.known.recall(agent);
	if (known === null || known.hasGrants || known.agent.status === "stopped" || !knowsOf(caller, known.agent)) return null;
	if (typeof request !== "object" || request === null || request.kind === "spend" || request.kind === "spawn") return null;
	const confined = context.confinements.holds(caller, known);
	const judging = (confined ? judgingConfined : judgingFree)(context, known);
	judging.asked = false;
	const decision = decideByRules(known.writ, request, judging.facts);
	return judging.asked || decision.effect === "ask" ? null : { known, decision };
}

interface Judging {
	readonly facts: Facts;
	/** Whether the engine asked for an edge. */
	asked: boolean;
}

const judgingConfined = rememberKnownIn((context: Context, known) => prepare(context, known, true));
const judgingFree = rememberKnownIn((context: Context, known) => prepare(context, known, false));

function prepare(context: Context, known: Known, confined: boolean): Judging {
	const edges = (): "none" => {
		judging.asked = true;
		return "none";
	};
	const judging: Judging = { facts: { ...standingFacts(context, known, confined), edges }, asked: false };
	return judging;
}
