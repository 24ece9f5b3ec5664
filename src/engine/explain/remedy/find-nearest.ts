import { decide } from "../../decide/index.ts";
import { meetTerms } from "../../match/index.ts";
import type { Reason, ReasonCode, Request } from "../../vocabulary/index.ts";
import { type ExplainedLink, explainLine, type Situation } from "../explain-steps.ts";
import type { Remedy, RemedyChange } from "../explanation.ts";
import { applyCandidates, type Candidate } from "./candidate.ts";
import { findCandidates } from "./find-candidates.ts";

/** What would allow a request, or the denial that nothing overcomes. */
export interface Nearest {
	readonly remedies: readonly Remedy[];
	readonly obstacle: Reason | null;
	/** What is left when every rule that could help is there; no rule is proposed for it. */
	readonly open: Reason | null;
}

/** Denials that stand against every grant, whoever makes it. */
const FINAL: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
	"tool-disallowed",
	"command-disallowed",
	"path-blocked",
	"path-protected",
	"host-denied",
	"target-blocked",
]);

const MOST_ROUNDS = 6;
const MOST_CANDIDATES = 60;

/** The narrowest changes that allow a request. INVARIANT: each was tried, and `decide` answered allow. */
export function findNearest(situation: Situation, request: Request, line: readonly ExplainedLink[]): Nearest {
	const steps = line.flatMap((one) => one.steps);
	const final = steps
		.filter(({ outcome }) => outcome === "deny")
		.flatMap((step) => step.reasons)
		.find(({ code }) => FINAL.has(code));
	if (final !== undefined) return { remedies: [], obstacle: final, open: null };
	// A rule for the whole tool is offered beside the narrow one only where a rule for the tool is what is missing.
	const needsRule = steps.some((step) => step.reasons.some(({ code }) => code === "tool-not-allowed" || code === "level-not-allowed"));
	const tried = (needsRule ? [false, true] : [false]).map((whole) => repair(situation, request, line, whole));
	const found = tried.flatMap((one) => ("remedy" in one ? [one] : []));
	const beyond = found.map(({ candidates }) => beyondCeiling(situation, request, candidates));
	const within = found.filter((_, index) => beyond[index] === null);
	const distinct = new Map(within.map((one) => [JSON.stringify(one.remedy), one.remedy]));
	const [open = null] = tried.flatMap((one) => ("open" in one && one.open !== null ? [one.open] : []));
	return { remedies: [...distinct.values()], obstacle: within.length > 0 ? null : (beyond[0] ?? null), open };
}

interface Repair {
	readonly candidates: readonly Candidate[];
	readonly remedy: Remedy;
}

interface Failure {
	readonly open: Reason | null;
}

/** Changes one thing after another until the request is allowed, then takes back what was not needed. */
function repair(situation: Situation, request: Request, line: readonly ExplainedLink[], whole: boolean): Repair | Failure {
	const ancestors = ancestorsOf(situation);
	let chosen: readonly Candidate[] = [];
	let current = situation;
	let open = line;
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const fresh = open
			.flatMap((link) => findCandidates(link, request, whole))
			.filter((one, at, all) => isFirst(one, at, all) && !chosen.some((known) => isSame(known, one)));
		if (fresh.length === 0 || chosen.length + fresh.length > MOST_CANDIDATES) break;
		chosen = [...chosen.filter((known) => !fresh.some((one) => one.insteadOf === known.entry)), ...fresh];
		current = applyCandidates(situation, chosen, ancestors);
		if (allows(current, request)) return minimise(situation, request, chosen, ancestors);
		open = explainLine(current, request);
	}
	return { open: open.flatMap(({ steps }) => steps).flatMap((step) => step.reasons)[0] ?? null };
}

function minimise(situation: Situation, request: Request, chosen: readonly Candidate[], ancestors: readonly string[]): Repair | Failure {
	const works = (candidates: readonly Candidate[], above: readonly string[]) =>
		allows(applyCandidates(situation, candidates, above), request);
	const candidates = withoutEach(chosen, (rest) => works(rest, ancestors));
	const above = withoutEach(ancestors, (rest) => works(candidates, rest));
	const [first, ...others] = candidates.map(({ dimension, entry, text }): RemedyChange => ({ dimension, entry, text }));
	return first === undefined ? { open: null } : { candidates, remedy: { changes: [first, ...others], ancestors: above } };
}

/** Leaves out, one by one, what is not needed. */
function withoutEach<Item>(items: readonly Item[], stillWorks: (rest: readonly Item[]) => boolean): readonly Item[] {
	return items.reduce<readonly Item[]>((kept, item) => {
		const rest = kept.filter((other) => other !== item);
		return stillWorks(rest) ? rest : kept;
	}, items);
}

function allows({ writ, facts, compare }: Situation, request: Request): boolean {
	return decide(writ, request, facts, compare).effect === "allow";
}

/** Everybody above the agent whose writ binds it. */
function ancestorsOf({ writ, facts: { lineage = [] } }: Situation): readonly string[] {
	const agents = [...lineage, ...(writ.bounds ?? [])].map(({ agent }) => agent);
	return [...new Set(agents)].filter((agent) => agent !== writ.agent);
}

/** What the organization's ceiling has against it even then. */
function beyondCeiling(situation: Situation, request: Request, candidates: readonly Candidate[]): Reason | null {
	const { ceiling } = situation.facts;
	if (ceiling === undefined) return null;
	const { writ, facts, compare } = applyCandidates(situation, candidates, ancestorsOf(situation));
	const bounded = decide({ ...writ, terms: meetTerms(writ.terms, ceiling) }, request, facts, compare);
	if (bounded.effect === "allow") return null;
	const [reason] = bounded.reasons;
	return { ...reason, message: `The ceiling does not allow it: ${reason.message}` };
}

function isSame(one: Candidate, other: Candidate): boolean {
	return one.dimension === other.dimension && one.entry === other.entry;
}

function isFirst(one: Candidate, at: number, all: readonly Candidate[]): boolean {
	return all.findIndex((other) => isSame(one, other)) === at;
}
