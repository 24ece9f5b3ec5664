import type { Outcome } from "../../authority/index.ts";
import { refuseAgent } from "./refuse-agent.ts";
import { answer, type RestReply, type Visit } from "./rest-route.ts";

/** The answer about the agent that the path names. */
export async function aboutAgent<T>(
	{ caller, parameters: { id, name } }: Visit<object, object>,
	ask: (id: string) => Promise<Outcome<T>>,
	show: (value: T) => unknown,
): Promise<RestReply> {
	// Trinity's routes call it the name.
	const agent = id ?? name ?? "";
	const outcome = await ask(agent);
	return outcome.ok ? answer(show(outcome.value)) : refuseAgent(caller, agent, outcome.refusal);
}
