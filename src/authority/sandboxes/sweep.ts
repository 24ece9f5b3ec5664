import { endStranded, ownerIsRunning, sweepCaches, sweepCgroups, sweepStubs, unscannedTrees } from "../../sandbox/index.ts";
import { findAgent, listSandboxes, type SandboxRecord, sessionPaths } from "../../state/agents/index.ts";
import { clearAway, type EndedSandbox, endWithDescendants } from "../agents/terminate.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { note } from "../work.ts";
import { ownDirectory } from "./directories.ts";

/** Removes what dead processes left, now. */
export async function sweep(context: Context, caller: Caller): Promise<Outcome<Swept>> {
	if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
	return done(await sweepSandboxes(context));
}

/** What a sweep removed. */
interface Swept {
	/** Agents whose program lost its supervisor. */
	readonly agents: readonly string[];
	readonly directories: number;
	/** Empty places in workspaces that killed runs left. */
	readonly stubs: number;
	/** Directories that killed runs could write and nobody has scanned; they are told until the next run there has told them. */
	readonly unscanned: readonly string[];
}

const PAGE = 1_000;

/**
 * Ends agents whose program was killed together with its supervisor, and removes directories that no living agent and no session
 * owns: a process was killed between making one and its commit, or after its end.
 */
export async function sweepSandboxes(context: Context): Promise<Swept> {
	endStranded();
	const stubs = sweepStubs(context.home).length;
	sweepCgroups(context.clock.now());
	sweepCaches(context.home, context.clock.now());
	if (context.storage.list().length === 0) return { agents: [], directories: 0, stubs, unscanned: unscannedTrees(context.home) };
	const sandboxes = await allSandboxes(context);
	const lent = new Set(context.storage.lent());
	const abandoned = sandboxes.filter((sandbox) => ownDirectory(sandbox).some((own) => lent.has(own) && isAbandoned(context, own)));
	const agents = await endAbandoned(context, abandoned);
	const owned = new Set(await context.store.look(sessionPaths));
	const gone = new Set(agents);
	for (const sandbox of sandboxes) {
		if (!gone.has(sandbox.agent)) for (const directory of [sandbox.path, ...ownDirectory(sandbox)]) owned.add(directory);
	}
	// One that is being made has no row yet: its owner is this process, and lives.
	const directories = context.storage.sweep({ isOwned: (directory) => owned.has(directory), now: context.clock.now() }).length;
	const swept = { agents, directories, stubs, unscanned: unscannedTrees(context.home) };
	if (agents.length + directories + stubs > 0) await recordSweep(context, swept);
	return swept;
}

/**
 * The sweep at the end of a run: thorough only when a supervisor that this authority knows of is gone, so that it costs what there are
 * runs and not what there are agents.
 */
export async function sweepRuns(context: Context): Promise<Swept> {
	const dead = context.storage.lent().filter((directory) => {
		const note = context.storage.read(directory);
		return note === undefined || !ownerIsRunning(note);
	});
	if (dead.length > 0) {
		const swept = await sweepSandboxes(context);
		// An agent that is kept stays, and nobody has to ask again.
		for (const directory of dead) context.storage.takeBack(directory);
		return swept;
	}
	const stubs = sweepStubs(context.home).length;
	const swept = { agents: [], directories: 0, stubs, unscanned: unscannedTrees(context.home) };
	if (swept.stubs > 0) await recordSweep(context, swept);
	return swept;
}

async function allSandboxes(context: Context): Promise<readonly SandboxRecord[]> {
	return context.store.look(async (connection) => {
		const found: SandboxRecord[] = [];
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof listSandboxes>> = await listSandboxes(connection, { limit: PAGE, cursor });
			found.push(...page.items);
			cursor = page.next_cursor;
		} while (cursor !== null);
		return found;
	});
}

/** Whether the program of an agent was started by a supervisor that is gone, and the agent was to end with it. */
function isAbandoned(context: Context, own: string): boolean {
	const note = context.storage.read(own);
	if (note === undefined || typeof note.config !== "object" || note.config === null || !("run" in note.config)) return false;
	const { run } = note.config;
	const isKept = typeof run === "object" && run !== null && "keep" in run && run.keep === true;
	return !isKept && !ownerIsRunning(note);
}

async function endAbandoned(context: Context, abandoned: readonly SandboxRecord[]): Promise<readonly string[]> {
	const agents: string[] = [];
	for (const { agent: id } of abandoned) {
		const ended: EndedSandbox[] = [];
		await context.store.change(async (transaction) => {
			const agent = await findAgent(transaction, id);
			// A parent that ended before took it along.
			if (agent === null) return;
			const { cascaded, ended: left } = await endWithDescendants(context, transaction, ITSELF, agent);
			ended.push(...left);
			agents.push(...cascaded, id);
		});
		await clearAway(context, ended);
	}
	return agents;
}

async function recordSweep(context: Context, { unscanned, ...swept }: Swept): Promise<void> {
	await context.store.record(async (transaction) => {
		note(context, transaction, null, { kind: "sandbox", agent: null, request: { action: "swept", ...swept } });
		for (const workspace of unscanned)
			note(context, transaction, null, { kind: "sandbox", agent: null, request: { action: "unscanned", workspace } });
	});
}

/** The authority acts for nobody here. */
const ITSELF: Caller = { principal: { kind: "system", name: "authority", keyId: null }, point: "authority", correlationId: null };
