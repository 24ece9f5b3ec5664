import { decide, type ToolContext } from "../../decide/index.ts";
import type { Reason, ReasonCode, Request } from "../../language/index.ts";
import { meetTerms } from "../../terms/index.ts";
import { addressOf, hostText, touchedPaths } from "../details.ts";
import { type ExplainedLink, explainLine, type Situation } from "../explain-steps.ts";
import { callContext } from "../explain-tool.ts";
import type { Remedy, RemedyChange } from "../explanation.ts";
import { isAcceptedRule } from "../make-step.ts";
import { applyCandidates, type Candidate, type Holder } from "./candidate.ts";
import { entryCandidates, linkCandidates, type PathUse, pathCandidates, sizeCandidates } from "./path-candidates.ts";
import { edgeCandidate, eventCandidates, hostCandidates, spawnCandidates, spendCandidates, targetCandidates } from "./plain-candidates.ts";
import { allowRule, commandRule, enableTool, toolRules } from "./tool-candidates.ts";

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

/** Changes that may turn the steps that did not pass into steps that do; `whole` prefers a rule for the whole tool. */
function findCandidates({ link: { writ }, facts, steps }: ExplainedLink, request: Request, whole: boolean): readonly Candidate[] {
	const reasons = steps.flatMap((step) => step.reasons);
	const holder = { writ, facts };
	const context = callContext(writ, writ.terms, request, facts);
	return context === null
		? forOthers(holder, request, reasons)
		: reasons.flatMap((reason) => forCall(context, holder, reason, whole)).filter((one) => canBeWritten(one, context));
}

/** What a call names is text of others: not every name of a tool and not every pattern is one that a rule may have. */
function canBeWritten({ dimension, entry }: Candidate, { terms }: ToolContext): boolean {
	return dimension !== "tools.allowed" || isAcceptedRule(entry, terms.tools.declare);
}

function forCall(context: ToolContext, holder: Holder, reason: Reason, whole: boolean): readonly Candidate[] {
	const { read, request: call, terms, writ } = context;
	switch (reason.code) {
		case "unknown-tool":
			return [allowRule(call.tool)];
		case "tool-disabled":
			return enableTool(context);
		case "tool-not-allowed":
		case "level-not-allowed":
			return toolRules(context, whole);
		case "command-not-allowed":
		case "command-option":
			return reason.remedy === undefined ? [] : [commandRule(reason.remedy, call.tool)];
		case "target-not-parent":
		case "target-not-child":
		case "target-not-family":
		case "target-not-listed":
			return (read?.targets ?? []).flatMap(({ value }) => targetCandidates(context, value));
		case "no-edge":
		case "edge-expired":
			return (read?.targets ?? []).flatMap(({ value }) => edgeCandidate(writ.agent, value));
		case "path-outside":
			return pathCandidates(pathUses(context), holder, context);
		case "path-protected":
			return entryCandidates(pathUses(context), holder);
		case "path-symlink":
			return linkCandidates(terms);
		case "path-too-large":
			return sizeCandidates(call.input);
		case "host-not-allowed":
			return [...(read?.hosts ?? []).map(({ value }) => value), ...(reason.segment === undefined ? [] : [reason.segment])].flatMap(
				(text) => {
					const address = addressOf(text);
					return address === null ? [] : hostCandidates(hostText(address.host, address.port));
				},
			);
		default:
			return [];
	}
}

function pathUses(context: ToolContext): readonly PathUse[] {
	const { read, cwd } = context;
	const uses = (access: PathUse["access"], values: readonly { readonly value: string }[] = []) =>
		values.map(({ value }): PathUse => ({ path: value, directory: cwd, access }));
	const touched = touchedPaths(context).map((one): PathUse => ({ ...one, access: "either" }));
	return [...uses("read", read?.reads), ...uses("write", read?.writes), ...touched];
}

function forOthers(holder: Holder, request: Request, reasons: readonly Reason[]): readonly Candidate[] {
	const { writ, facts } = holder;
	const { terms } = writ;
	switch (request.kind) {
		case "path": {
			const access = request.operation === "read" ? "read" : request.operation === "symlink" ? "either" : "write";
			const directory = request.cwd ?? writ.places.written.workspace ?? "/";
			const uses = [request.path, ...(request.to === undefined ? [] : [request.to])].map((path): PathUse => ({ path, directory, access }));
			return reasons.flatMap(({ code }) => {
				if (code === "path-outside") return pathCandidates(uses, holder, null);
				if (code === "path-protected") return entryCandidates(uses, holder);
				if (code === "path-symlink") return linkCandidates(terms);
				return code === "path-too-large" ? sizeCandidates({}) : [];
			});
		}
		case "network":
			return hostCandidates(hostText(request.host, request.port));
		case "event":
			return eventCandidates(request.event);
		case "spend":
			return spendCandidates(terms, request, facts);
		case "spawn":
			return spawnCandidates(writ, terms, request, facts);
		default:
			return [];
	}
}
