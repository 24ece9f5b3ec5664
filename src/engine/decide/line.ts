import type { AgentId, Decision, Facts, Obligation, Places, Reason, Request, Terms, Writ } from "../language/index.ts";
import { canLead, pathEntriesOf, relocateEntries } from "../seal/index.ts";
import { boundOn, samePlaces } from "../terms/index.ts";
import { rememberLineage, rememberRelocated } from "./memory/compiled.ts";
import { decision } from "./outcome.ts";

/** One of the writs that bind an agent, as it is judged for that agent. */
export interface Link {
	/** Whose terms they are. */
	readonly agent: AgentId;
	/** The agent itself, at its own places, under these terms. */
	readonly writ: Writ;
	/** An earlier link says the same; only its counters are its own. */
	readonly repeats: boolean;
}

/** The links that entries lead through, by entry (see `Places`). */
type Relocated = Places["relocated"];

/**
 * Every writ that binds an agent, its own first and then those of its ancestors up to the root, each to be judged by itself for the agent:
 * at the agent's places, with its relatives.
 */
export function lineOf(writ: Writ, { lineage = [], resolve }: Pick<Facts, "lineage" | "resolve">): readonly Link[] {
	const above = boundsAbove(writ, lineage);
	const { leading } = above;
	const relocated = resolve === undefined || leading.length === 0 ? NOTHING : relocateEntries(leading, writ.places, resolve);
	return lineAt(above, relocated);
}

const NOTHING: Relocated = Object.freeze({});

/** Whether nothing but its own terms binds an agent. */
export function standsAlone({ bounds }: Writ, { lineage }: Facts): boolean {
	return bounds === undefined && (lineage === undefined || lineage.length === 0);
}

/** An ancestor with everything that it holds or is bound by, as that bounds the agent. */
interface Bounds {
	readonly ancestor: Writ;
	readonly terms: readonly { readonly agent: AgentId; readonly terms: Terms }[];
}

/** An agent with what its ancestors hold. */
interface Above {
	readonly writ: Writ;
	readonly bounds: readonly Bounds[];
	/** Entries of the ancestors that may lead through a link at the agent's places. */
	readonly leading: readonly string[];
}

const boundsAbove = rememberLineage((writ, lineage): Above => {
	const bounds = lineage.map((ancestor) => boundsBy(ancestor, writ));
	return { writ, bounds, leading: leadingEntries(bounds, writ) };
});

const lineAt = rememberRelocated(isSameRecord, ({ writ, bounds }: Above, relocated) => makeLine(writ, bounds, relocated));

function boundsBy(ancestor: Writ, writ: Writ): Bounds {
	// Equal terms are one object, so that they are compiled and judged once.
	const own = ancestor.digest === writ.digest ? writ.terms : ancestor.terms;
	const all = [{ agent: ancestor.agent, terms: own }, ...(ancestor.bounds ?? [])];
	return { ancestor, terms: all.map(({ agent, terms }) => ({ agent, terms: boundOn({ ...ancestor, terms }, writ) })) };
}

/** Where both have the same places, what was found when the ancestor's writ was sealed still holds. */
function leadingEntries(bounds: readonly Bounds[], { places }: Writ): readonly string[] {
	const elsewhere = bounds.filter(({ ancestor }) => !samePlaces(ancestor.places, places));
	return [...new Set(elsewhere.flatMap(({ terms }) => terms.flatMap((one) => pathEntriesOf(one.terms))))].filter(canLead);
}

function makeLine(writ: Writ, bounds: readonly Bounds[], relocated: Relocated): readonly Link[] {
	const line: Link[] = [];
	const add = (agent: AgentId, judged: Writ): void => {
		const repeats = line.some((one) => one.writ.places === judged.places && one.writ.terms === judged.terms);
		line.push({ agent, writ: judged, repeats });
	};
	add(writ.agent, writ);
	for (const { agent, terms } of writ.bounds ?? []) add(agent, { ...writ, terms });
	for (const { ancestor, terms: all } of bounds) {
		const { digest, profile, origins } = ancestor;
		const places = placesUnder(writ.places, ancestor.places, relocated);
		// Reasons name where the ancestor's rules were written.
		for (const { agent, terms } of all) add(agent, { ...writ, digest, profile, origins, terms, places });
	}
	return line;
}

/** The agent's places with the links that an ancestor's entries lead through: such an entry grants, and forbids, what is really there. */
function placesUnder(own: Places, above: Places, found: Relocated): Places {
	const relocated = samePlaces(own, above) ? above.relocated : found;
	return isSameRecord(relocated, own.relocated) ? own : { ...own, relocated };
}

function isSameRecord(one: Relocated, other: Relocated): boolean {
	const keys = Object.keys(one);
	return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && one[key] === other[key]);
}

/** Decides a request under one writ, whatever else binds the agent. */
type DecideAlone = (writ: Writ, request: Request, facts: Facts) => Decision;

/**
 * The strictest of the decisions of every writ that binds an agent: deny beats ask beats allow.
 *
 * INVARIANT: each writ is judged by itself, at the agent's places and with the same facts, and so nothing is allowed that one of them denies
 * or asks about (test/laws/lineage.test.ts). A grant is given to the agent and so counts under each of them: it adds to what each allows and
 * answers what each asks, and it overcomes what none of them forbids.
 */
export function decideByAll(writ: Writ, request: Request, facts: Facts, decideAlone: DecideAlone): Decision {
	const asked = readOnce(request);
	const found: { readonly link: Link; readonly decision: Decision }[] = [];
	for (const link of lineOf(writ, facts)) {
		if (link.repeats && asked.kind !== "spend") continue;
		const one = decideAlone(link.writ, asked, asked.kind === "spend" ? spendFacts(link, writ, facts) : facts);
		if (rankOf(one) === STRICTEST) return named(one, link, writ);
		found.push({ link, decision: one });
	}
	const [own, ...others] = found;
	if (own === undefined) throw new Error("an agent without a writ");
	const strictest = others.reduce((held, one) => (rankOf(one.decision) > rankOf(held.decision) ? one : held), own);
	if (strictest.decision.effect === "deny") return named(strictest.decision, strictest.link, writ);
	const chosen = strictest.decision.effect === "allow" ? (found.find(({ decision: one }) => restsOnGrant(one, facts)) ?? own) : strictest;
	const all = found.map(({ decision: one }) => one.obligations);
	const { effect, reasons, obligations } =
		strictest.decision.effect === "allow" ? chosen.decision : named(chosen.decision, chosen.link, writ);
	if (chosen === own && all.every((list) => isCovered(list, obligations))) return chosen.decision;
	return decision(effect, reasons, unite(all.flat()));
}

/** SECURITY: each member is read once; a getter could tell one writ something else than the next. */
function readOnce(request: Request): Request {
	const read = { ...request };
	return read.kind === "tool" && typeof read.input === "object" && read.input !== null && !Array.isArray(read.input)
		? { ...read, input: { ...read.input } }
		: read;
}

/** An ancestor is judged by its own limits, and by what was spent in its own name. */
export function spendFacts({ writ: judged, agent }: Link, writ: Writ, facts: Facts): Facts {
	if (judged === writ || facts.budget === undefined) return facts;
	const { budget, ...others } = facts;
	const counters = budget.find((one) => one.agent === agent);
	if (counters === undefined) return others;
	const { limits: _, ...used } = counters;
	return { ...others, budget: [used] };
}

/** Denials that come from what is around the agent. */
const AROUND: ReadonlySet<string> = new Set(["no-edge", "target-blocked", "edge-expired", "edge-rate", "no-approver"]);
const STRICTEST = 3;

/**
 * SECURITY: a rule against a target comes before the edges to it, in whichever writ: otherwise an agent could tell by the reason whether
 * the target is there (test/decide/lineage.test.ts).
 */
function rankOf({ effect, reasons }: Decision): number {
	if (effect === "deny") return AROUND.has(reasons[0].code) ? 2 : STRICTEST;
	return effect === "ask" ? 1 : 0;
}

/** The decision of an ancestor's writ says whose it is. */
function named(found: Decision, { agent }: Link, writ: Writ): Decision {
	if (agent === writ.agent) return found;
	const [first, ...rest] = found.reasons;
	const say = (reason: Reason): Reason => Object.freeze({ ...reason, message: `${reason.message}${ancestorNote(agent)}` });
	return decision(found.effect, [say(first), ...rest.map(say)], found.obligations);
}

function ancestorNote(agent: string): string {
	return ` (writ of ancestor '${agent}')`;
}

/** A message without the note that names an ancestor: for agents, who are told what is denied and not by whom. */
export function withoutAncestor(message: string): string {
	return message.replace(/ \(writ of ancestor '[^']*'\)$/, "");
}

/** Whether a decision rests on what a person granted. */
function restsOnGrant({ reasons }: Decision, { grants = [] }: Facts): boolean {
	return grants.some(({ id, rule }) => reasons.some((reason) => reason.rule === rule && reason.message.endsWith(id)));
}

function isCovered(some: readonly Obligation[], all: readonly Obligation[]): boolean {
	return some === all || some.every((one) => all.some((other) => JSON.stringify(one) === JSON.stringify(other)));
}

/** What all of them oblige to: the shortest time, every argument and every variable. */
function unite(obligations: readonly Obligation[]): readonly Obligation[] {
	const united = new Map<Obligation["kind"], Obligation>();
	for (const one of obligations) {
		const known = united.get(one.kind);
		united.set(one.kind, known === undefined ? one : join(known, one));
	}
	return [...united.values()];
}

function join(one: Obligation, other: Obligation): Obligation {
	if (one.kind === "timeout" && other.kind === "timeout") return { kind: "timeout", seconds: Math.min(one.seconds, other.seconds) };
	if (one.kind === "environment" && other.kind === "environment") return { kind: "environment", set: { ...other.set, ...one.set } };
	if ("arguments" in one && "arguments" in other) return { ...one, arguments: [...new Set([...one.arguments, ...other.arguments])] };
	return one;
}
