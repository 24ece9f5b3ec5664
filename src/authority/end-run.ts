import type { Agent } from "../agents/index.ts";
import type { KeptExports, LimitViolation, SettledFinding } from "../sandbox/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor } from "./find-agent-for.ts";
import { maySupervise } from "./may.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { sweepRuns } from "./sweep-sandboxes.ts";
import { clearAway, type EndedSandbox, endWithDescendants } from "./terminate.ts";
import { changing, note } from "./work.ts";

/** How a program ended, or why it never began. */
export interface RunEnd {
	/** `null`: it was never started. */
	readonly exitCode: number | null;
	readonly usage: unknown;
	readonly limits: readonly LimitViolation[];
	readonly findings: readonly SettledFinding[];
	/** Why it was never started. */
	readonly refused?: { readonly code: string; readonly message: string };
	/** The agent stays. */
	readonly keep: boolean;
}

/** What became of a run's agent. */
export interface EndedRun {
	/** Where its exports are now; `null` when there were none, or when the agent stays. */
	readonly exports: string | null;
}

/** Records the end of a program with all that was found, and ends its agent: its exports are kept, the rest is removed. */
export async function endRun(context: Context, caller: Caller, id: string, end: RunEnd): Promise<Outcome<EndedRun>> {
	const ended: EndedSandbox[] = [];
	const outcome = await changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		const { agent } = found.value;
		if (!maySupervise(caller, agent)) return refuse("not-permitted", "Only the owner and the parent of an agent end its program");
		context.confinements.ended(caller, agent.uid);
		recordEnd(context, transaction, caller, agent, end);
		if (!end.keep) ended.push(...(await endWithDescendants(context, transaction, caller, agent)).ended);
		return done(true as const);
	});
	if (!outcome.ok) return outcome;
	const kept: readonly KeptExports[] = end.keep ? [] : await clearAway(context, ended);
	// Whoever waits for the exit code does not wait for the remains of others.
	void sweepRuns(context).catch((error: unknown) => context.log(`the sweep failed: ${String(error)}`));
	return done({ exports: kept.at(-1)?.path ?? null });
}

/** The records of a program's end, for whoever is known to supervise the agent. */
export function recordEnd(context: Context, transaction: Transaction, caller: Caller, agent: Agent, end: RunEnd): void {
	const record = (request: Readonly<Record<string, unknown>>, denied?: string): void => {
		note(context, transaction, caller, {
			kind: "sandbox",
			agent: agent.id,
			request,
			...(denied === undefined ? {} : { effect: "deny" as const, code: denied }),
			writDigest: agent.digest,
		});
	};
	for (const { limit, allowed, used } of end.limits) record({ action: "limit", limit, allowed, used }, "limit-exceeded");
	for (const { path, kind, change, outcome } of end.findings) record({ action: "found", path, kind, change, outcome }, "path-protected");
	if (end.refused !== undefined) record({ action: "refused", reason: end.refused.message }, end.refused.code);
	else record({ action: "exited", exit_code: end.exitCode, usage: end.usage });
}
