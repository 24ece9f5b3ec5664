import { decide, lineOf, type Terms } from "../engine/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import type { Known } from "./known-agents.ts";
import { STOPPED } from "./may-act.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { refusePoint } from "./refuse-point.ts";
import { reasonForAgent } from "./uniform.ts";

type Flag = Extract<keyof Terms["capabilities"], "agent_messaging" | "spawn_agents">;

/** Events that a capability adds to the list; without it a rule for the tool may still let them through, and their verb decides that. */
const OF_A_CAPABILITY: ReadonlyMap<string, Flag> = new Map([
	["agent:send_message", "agent_messaging"],
	["agent:broadcast", "agent_messaging"],
	["agent:discover_peers", "agent_messaging"],
	["message:publish", "agent_messaging"],
	["agent:spawn", "spawn_agents"],
	["agent:terminate", "spawn_agents"],
	["agent:restart", "spawn_agents"],
]);

/** Whether an agent's writ lets it send an event of the socket; a refusal is recorded. */
export async function maySend(context: Context, caller: Caller, event: string): Promise<Outcome<true>> {
	const { principal } = caller;
	if (principal.kind !== "agent") return done(true);
	const reason = await context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, principal.id);
		if (known?.agent.status === "stopped") return STOPPED;
		return known === null ? UNKNOWN : isLeftToItsVerb(known, event) ? null : judge(known, event);
	});
	if (reason === null) return done(true);
	await refusePoint(context, caller, { kind: "event", event }, reason.code);
	return refuse(reason.code, reason.message, { reasons: [reason] });
}

const UNKNOWN = { code: "unknown-agent", message: "No agent of this name holds a writ" } as const;

function isLeftToItsVerb({ writ, lineage }: Known, event: string): boolean {
	const flag = OF_A_CAPABILITY.get(event);
	return flag !== undefined && lineOf(writ, { lineage }).some((link) => !link.writ.terms.capabilities[flag]);
}

function judge({ writ, lineage }: Known, event: string): ReturnType<typeof decide>["reasons"][0] | null {
	const { effect, reasons } = decide(writ, { kind: "event", event }, { lineage });
	return effect === "allow" ? null : reasonForAgent(reasons[0]);
}
