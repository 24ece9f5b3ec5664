import { decide, type Outcome } from "../decide/index.ts";
import type {
	AllOf,
	BudgetCounters,
	EventRequest,
	Facts,
	Limit,
	NetworkRequest,
	PathRequest,
	ReasonCode,
	Request,
	SpawnRequest,
	SpendRequest,
	Terms,
	Writ,
} from "../language/index.ts";
import { hostDetail, pathDetail } from "./details.ts";
import type { ExplainedStep, StepDetail } from "./explanation.ts";
import { makeStep } from "./make-step.ts";

/** Every step of a path request. */
export function explainPath(writ: Writ, terms: Terms, request: PathRequest, facts: Facts): readonly ExplainedStep[] {
	const { filesystem } = terms;
	const { read_paths, write_paths, blocked_paths, protected_paths, allow_symlinks, max_file_size_mb } = filesystem;
	const open = {
		...filesystem,
		read_paths: [],
		write_paths: [],
		blocked_paths: [],
		protected_paths: [],
		allow_symlinks: true,
		max_file_size_mb: null,
	} as const;
	const only = (kept: Partial<Terms["filesystem"]>, rules: Partial<Terms["tools"]> = {}): Terms => ({
		...terms,
		filesystem: { ...open, ...kept },
		tools: { ...terms.tools, disallowed: [], ask: [], ...rules },
	});
	const { disallowed, ask } = terms.tools;
	const cwd = request.cwd ?? writ.places.written.workspace ?? "/";
	const details = [request.path, ...(request.to === undefined ? [] : [request.to])].map((path) =>
		pathDetail(writ, terms, facts, path, cwd),
	);
	const reads = request.operation === "read";
	const resolves = judgeDimension(writ, request, facts, {
		name: "resolve",
		passes: "it leads to a place on the disk",
		codes: ["path-unresolvable", "invalid-request"],
		terms: only({}),
		details,
	});
	const writes = request.operation === "write" || request.operation === "create";
	const granted = { name: "granted", passes: "", codes: ["path-outside"], terms: only({ read_paths, write_paths }) } as const;
	const isGranted = judgeDimension(writ, request, facts, granted).outcome === "pass";
	const others = [
		{ name: "blocked", passes: "no blocked_paths entry covers it", codes: ["path-blocked"], terms: only({ blocked_paths }) },
		{
			name: "granted",
			passes: `${reads ? "read_paths" : "write_paths"} holds it`,
			codes: ["path-outside"],
			terms: only({ read_paths, write_paths }),
		},
		{
			name: "protected",
			passes: reads ? null : "it is not protected",
			codes: ["path-protected"],
			// A granted directory is told from what is in it only by the lists themselves.
			terms: isGranted
				? only({ read_paths, write_paths, protected_paths })
				: only({ read_paths: widened(read_paths), write_paths: widened(write_paths), protected_paths }),
		},
		{
			name: "links",
			passes: details.some(({ viaLink }) => viaLink) ? `allow_symlinks: ${String(allow_symlinks)} permits the link` : null,
			codes: ["path-symlink"],
			terms: only({ allow_symlinks }),
		},
		{ name: "size", passes: writes ? "files may be written" : null, codes: ["path-too-large"], terms: only({ max_file_size_mb }) },
		{
			name: "disallowed",
			passes: "no disallowed rule of the file tools covers it",
			codes: ["tool-disallowed"],
			terms: only({}, { disallowed }),
		},
		{ name: "ask", passes: "nobody has to confirm it", codes: ["needs-confirmation", "no-approver"], terms: only({}, { ask }) },
	] as const;
	return [
		resolves,
		...others.map((dimension) =>
			judgeDimension(writ, request, facts, resolves.outcome === "deny" ? { ...dimension, passes: null } : dimension),
		),
	];
}

/** Lists that hold everything and still name the granted directories, which are never replaced themselves. */
function widened(sets: AllOf): AllOf {
	return sets.map((set) => [...set, "/**"]);
}

/** Every step of a connection. */
export function explainNetwork(writ: Writ, terms: Terms, request: NetworkRequest, facts: Facts): readonly ExplainedStep[] {
	const { allow, deny } = terms.network;
	const only = (network: Terms["network"], access: boolean): Terms => ({
		...terms,
		network,
		capabilities: { ...terms.capabilities, network_access: access },
	});
	const name = judgeDimension(writ, request, facts, {
		name: "host name",
		passes: "it is a host and a port",
		codes: ["host-not-allowed"],
		terms: only({ allow: [], deny: [] }, true),
		details: [hostDetail(writ, terms, request.host, request.port)],
	});
	if (name.outcome === "deny") return [name];
	const access = terms.capabilities.network_access;
	return [
		name,
		judgeDimension(writ, request, facts, {
			name: "denied hosts",
			passes: "no network.deny entry matches",
			codes: ["host-denied"],
			terms: only({ allow: [], deny }, true),
		}),
		judgeDimension(writ, request, facts, {
			name: "network access",
			passes: "the agent has network access",
			codes: ["host-not-allowed"],
			terms: only({ allow: [], deny: [] }, access),
		}),
		judgeDimension(writ, request, facts, {
			name: "allowed hosts",
			passes: "network.allow covers it",
			codes: ["host-not-allowed"],
			terms: only({ allow, deny: [] }, true),
		}),
	];
}

/** The one step of an event. */
export function explainEvent(writ: Writ, terms: Terms, request: EventRequest, facts: Facts): readonly ExplainedStep[] {
	return [judgeDimension(writ, request, facts, { name: "event", passes: "events.allowed names it", codes: ["scope-not-allowed"], terms })];
}

/** Every step of the wish for a child. */
export function explainSpawn(writ: Writ, terms: Terms, request: SpawnRequest, facts: Facts): readonly ExplainedStep[] {
	const { spawn_agents, spawn } = terms.capabilities;
	const only = (kept: Partial<Terms["capabilities"]["spawn"]>, may = true): Terms => ({
		...terms,
		capabilities: { ...terms.capabilities, spawn_agents: may, spawn: { max_children: null, max_depth: null, profiles: null, ...kept } },
	});
	const unbounded: Facts = { escalations: () => [] };
	const { max_children, max_depth, profiles } = spawn;
	return [
		judgeDimension(writ, request, facts, {
			name: "may spawn",
			passes: "the agent may spawn agents",
			codes: ["spawn-not-allowed"],
			terms: only({}, spawn_agents),
			facts: unbounded,
		}),
		judgeDimension(writ, request, facts, {
			name: "children",
			passes: "there is room for another child",
			codes: ["spawn-not-allowed"],
			terms: only({ max_children }),
			facts: unbounded,
		}),
		judgeDimension(writ, request, facts, {
			name: "depth",
			passes: "the chain is not too deep",
			codes: ["depth-exceeded"],
			terms: only({ max_depth }),
			facts: unbounded,
		}),
		judgeDimension(writ, request, facts, {
			name: "profile",
			passes: profiles === null ? "any profile may be spawned" : "the profile may be spawned",
			codes: ["spawn-not-allowed"],
			terms: only({ profiles }),
			facts: unbounded,
		}),
		judgeDimension(writ, request, facts, {
			name: "escalation",
			passes: "the child stays within this agent's writ",
			codes: ["escalation"],
			terms: only({}),
		}),
	];
}

type CounterDetail = Extract<StepDetail, { readonly kind: "counter" }>;

const NOTHING_USED: BudgetCounters = { agent: "", totalTokens: 0, requestsThisMinute: 0, costUsd: 0 };
const NO_LIMITS = { max_total_tokens: null, max_requests_per_minute: null, max_cost_usd: null, max_tokens_per_request: null } as const;

/** One step for each member of the chain whose budget a spend counts against. */
export function explainSpend(writ: Writ, terms: Terms, request: SpendRequest, facts: Facts): readonly ExplainedStep[] {
	const chain = facts.budget ?? [NOTHING_USED];
	return chain.map((counters, index) =>
		judgeDimension(writ, request, facts, {
			name: index === 0 ? "budget" : `budget of ancestor '${counters.agent}'`,
			passes: "it is within every limit",
			codes: ["budget-exhausted", "rate-exceeded", "invalid-request"],
			terms,
			facts: { budget: index === 0 ? [counters] : [{ ...NOTHING_USED, limits: NO_LIMITS }, counters] },
			details: countersOf(terms, request, counters, index),
		}),
	);
}

/** Each limit with what was used and what is asked for. */
export function countersOf(terms: Terms, request: SpendRequest, counters: BudgetCounters, index: number): readonly CounterDetail[] {
	const limits: NonNullable<BudgetCounters["limits"]> = index === 0 ? { ...terms.resources, ...counters.limits } : (counters.limits ?? {});
	const { tokens = 0, requests = 0, costUsd = 0 } = request;
	const agent = index === 0 ? "" : counters.agent;
	const counter = (unit: string, limit: Limit | undefined, used: number, asked: number): readonly CounterDetail[] =>
		limit === undefined
			? []
			: [{ kind: "counter", agent, limit, unit, used, asked, holds: limit === null || asked === 0 || used + asked <= limit }];
	return [
		...counter("tokens in one request", limits.max_tokens_per_request, 0, tokens),
		...counter("tokens", limits.max_total_tokens, counters.totalTokens, tokens),
		...counter("US dollars", limits.max_cost_usd, counters.costUsd, costUsd),
		...counter("requests per minute", limits.max_requests_per_minute, counters.requestsThisMinute, requests),
	];
}

/** One dimension of a request, to be judged as if nothing else were restricted. */
interface Dimension {
	readonly name: string;
	readonly passes: string | null;
	/** The codes that are this step's own. */
	readonly codes: readonly ReasonCode[];
	/** The terms with everything else open. */
	readonly terms: Terms;
	readonly facts?: Facts;
	readonly details?: readonly StepDetail[];
}

/** The step of one dimension: `decide` itself is asked, under terms that restrict nothing else. */
function judgeDimension(writ: Writ, request: Request, facts: Facts, dimension: Dimension): ExplainedStep {
	const { name, passes, codes, terms, details = [] } = dimension;
	const { bounds: _, ...alone } = writ;
	const decision = decide({ ...alone, terms }, request, { ...facts, ...dimension.facts, lineage: [] });
	const effect = decision.effect;
	const own = effect === "allow" ? [] : decision.reasons.filter(({ code }) => codes.includes(code));
	const outcomes = own.map((reason): Outcome => ({ effect: effect === "ask" ? "ask" : "deny", reason }));
	return makeStep(writ, name, outcomes, { passes, details });
}
