import { findSandbox } from "../agents/index.ts";
import type { ConfinementLevel } from "../engine/index.ts";
import { isWithin, lookPastStubs, type PlanFacts, type PlanProblem, planRun, type SandboxPlan } from "../sandbox/index.ts";
import { findSession } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor } from "./find-agent-for.ts";
import { maySupervise } from "./may.ts";
import { ownDirectory } from "./own-directory.ts";
import { parentFacts, plannedAt } from "./prepare-run.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { heldNow } from "./seal-child.ts";

/** The sandbox of an agent as data, or everything that speaks against one. */
export interface AgentPlan {
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
