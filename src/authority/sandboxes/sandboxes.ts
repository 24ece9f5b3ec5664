import { join } from "node:path";
import type { ConfinementLevel } from "../../engine/index.ts";
import {
	isWithin,
	lookPastStubs,
	measureSize,
	type PlanFacts,
	type PlanProblem,
	planRun,
	type SandboxPlan,
	scratchFolder,
} from "../../sandbox/index.ts";
import {
	agentsSharing,
	countSandboxDigests,
	findAgent,
	findSandbox,
	findSession,
	findTerms,
	listAgents,
	listSandboxes,
	type SandboxRecord,
	type SandboxStats,
	sandboxStats,
	statsOf,
} from "../../state/agents/index.ts";
import type { Connection } from "../../store/index.ts";
import { heldNow } from "../agents/seal.ts";
import { spawn } from "../agents/spawn.ts";
import { type Caller, hasRole, maySupervise } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor, seeAgent } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { ownDirectory, type SandboxWish } from "./directories.ts";
import { parentFacts, plannedAt } from "./runs.ts";

/** The sandbox of an agent; an unknown id becomes an agent on `restricted`, and one that has a sandbox keeps it. */
export async function createSandbox(context: Context, caller: Caller, agent: string, wish: SandboxWish): Promise<Outcome<SandboxRecord>> {
	const existing = await sandbox(context, caller, agent);
	if (existing.ok) return existing;
	const seen = await context.store.look((connection) => seeAgent(connection, caller, agent));
	if (seen.ok)
		return refuse("agent-exists", `Agent ${agent} lives and its sandbox was removed: writ agent recreate ${agent} gives it a new one`);
	const { parent_agent_id: parent, session_id: session } = wish;
	const spawned = await spawn(context, caller, {
		id: agent,
		profile: "restricted",
		sandbox: wish,
		...(parent === undefined || wish.mode !== "nested" ? {} : { parent }),
		...(session === undefined ? {} : { session }),
	});
	return spawned.ok ? done(spawned.value.sandbox) : spawned;
}

/** The sandbox that an agent has. */
export function sandbox(context: Context, caller: Caller, agent: string): Promise<Outcome<SandboxRecord>> {
	return context.store.look(async (connection) => {
		const seen = await seeAgent(connection, caller, agent);
		const found = seen.ok ? await findSandbox(connection, agent) : null;
		return found === null ? refuse("no-sandbox", `No sandbox found for agent: ${agent}`) : done(found);
	});
}

/** A sandbox with all agents that work in it. */
interface ListedSandbox extends SandboxRecord {
	readonly agents: readonly string[];
}

/** One page of the sandboxes that the caller may see; a shared one is listed once, at the first of its agents. */
export function sandboxes(
	context: Context,
	caller: Caller,
	query: PageQuery,
): Promise<{ readonly items: readonly ListedSandbox[]; readonly next_cursor: string | null }> {
	return context.store.look(async (connection) => {
		const page = await (seesAllSandboxes(caller) ? listSandboxes(connection, query) : sandboxesOf(connection, caller, query));
		const items: ListedSandbox[] = [];
		for (const sandbox of page.items) {
			const agents = await agentsIn(connection, caller, sandbox);
			if (agents[0] === sandbox.agent) items.push({ ...sandbox, agents });
		}
		return { ...page, items };
	});
}

/** The agents that work in a sandbox, as far as the caller may know of them. */
async function agentsIn(connection: Connection, caller: Caller, { agent, mode, session }: SandboxRecord): Promise<readonly string[]> {
	if (mode !== "shared" || session === null) return [agent];
	const all = await agentsSharing(connection, session);
	if (seesAllSandboxes(caller)) return all;
	const seen: string[] = [];
	for (const id of all) if ((await seeAgent(connection, caller, id)).ok) seen.push(id);
	return seen;
}

interface PageQuery {
	readonly limit: number;
	readonly cursor: string | null;
}

/** Whether every sandbox may be shown to the caller. */
function seesAllSandboxes(caller: Caller): boolean {
	return caller.principal.kind === "system" || hasRole(caller, "admin");
}

/** Sandboxes of the agents that are a person's own or shared with them; agents are shown none. */
async function sandboxesOf(connection: Connection, { principal }: Caller, query: PageQuery): ReturnType<typeof listSandboxes> {
	if (principal.kind !== "person") return { items: [], next_cursor: null };
	const page = await listAgents(connection, { ...query, accessibleTo: principal.email });
	const items: SandboxRecord[] = [];
	for (const { id } of page.items) {
		const found = await findSandbox(connection, id);
		if (found !== null) items.push(found);
	}
	return { ...page, items };
}

/** The sandbox of an agent as data, or everything that speaks against one. */
interface AgentPlan {
	/** Its program runs in this sandbox; otherwise this is how it would be started now. */
	readonly running: boolean;
	readonly plan: SandboxPlan | null;
	readonly problems: readonly PlanProblem[];
}

/** The plan by which an agent's program was started, or would be at a level; nothing is started or recorded. */
export async function planAgent(context: Context, caller: Caller, id: string, level: ConfinementLevel): Promise<Outcome<AgentPlan>> {
	const gathered = await context.store.record(async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		const { agent, parent } = found.value;
		if (!maySupervise(caller, agent)) return refuse("not-permitted", "Only the owner and the parent of an agent see its plan");
		const sandbox = await findSandbox(transaction, id);
		if (sandbox === null) return refuse("no-sandbox", `No sandbox found for agent: ${id}`);
		const session = sandbox.session === null ? null : await findSession(transaction, sandbox.session);
		const writ = heldNow(found.value);
		const facts: PlanFacts = {
			level,
			home: context.home,
			managed: isWithin(writ.places.real.workspace ?? "/", `${context.home}/sandboxes`),
			look: lookPastStubs(context.home),
			session: session === null ? null : { workspace: `${session.path}/workspace` },
			parent: parent === null ? null : await parentFacts(context, transaction, parent),
			scratch: scratchFolder(ownDirectory(sandbox)[0] ?? sandbox.path),
		};
		return done({ writ, facts, running: agent.status === "running" ? plannedAt(context, ownDirectory(sandbox)[0]) : null });
	});
	if (!gathered.ok) return gathered;
	const { writ, facts, running } = gathered.value;
	if (running !== null) return done({ running: true, plan: running, problems: [] });
	const planned = await planRun(writ, facts);
	return done(
		planned.ok ? { running: false, plan: planned.plan, problems: [] } : { running: false, plan: null, problems: planned.problems },
	);
}

/** How many agents have a sandbox, and what all of them take on the disk. */
interface CountedSandboxes extends SandboxStats {
	readonly bytes_used: number;
	/** What their writs let them write in all; `null` = one of them has no limit. */
	readonly bytes_allowed: number | null;
}

/** Counts the sandboxes of the agents that the caller may see, by kind, and measures them. */
export async function countSandboxes(context: Context, caller: Caller): Promise<CountedSandboxes> {
	const everything = seesAllSandboxes(caller);
	const counted = await context.store.look((connection) => (everything ? countAll(connection) : countSome(connection, caller)));
	const root = join(context.home, "sandboxes");
	const directories = counted.directories ?? [join(root, "agents"), join(root, "sessions")];
	// Outside of the work: a walk over many directories takes its time.
	const { bytes } = await measureSize(directories);
	return { ...counted.stats, bytes_used: bytes, bytes_allowed: counted.allowed };
}

interface Counted {
	readonly stats: SandboxStats;
	readonly allowed: number | null;
	/** `null` = all that there are. */
	readonly directories: readonly string[] | null;
}

async function countAll(connection: Connection): Promise<Counted> {
	const digests = await countSandboxDigests(connection);
	return { stats: await sandboxStats(connection), allowed: await allowedBytes(connection, digests), directories: null };
}

async function countSome(connection: Connection, caller: Caller): Promise<Counted> {
	const found: SandboxRecord[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof sandboxesOf>> = await sandboxesOf(connection, caller, { limit: PAGE, cursor });
		found.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor !== null);
	const digests: string[] = [];
	for (const { agent } of found) digests.push((await findAgent(connection, agent))?.digest ?? "");
	const counts = [...Map.groupBy(digests, (digest) => digest)].map(([digest, all]) => [digest, all.length] as const);
	const directories = new Set(found.flatMap((sandbox) => [sandbox.path, ...ownDirectory(sandbox)]));
	return { stats: statsOf(found), allowed: await allowedBytes(connection, counts), directories: [...directories] };
}

const PAGE = 1_000;
const MEBIBYTE = 1024 * 1024;

/** Many agents hold the same grant: each is read once. */
async function allowedBytes(connection: Connection, digests: readonly (readonly [string, number])[]): Promise<number | null> {
	let sum = 0;
	for (const [digest, count] of digests) {
		const terms = await findTerms(connection, digest);
		const limit = terms?.filesystem.max_total_size_mb ?? null;
		if (limit === null) return null;
		sum += limit * MEBIBYTE * count;
	}
	return sum;
}
