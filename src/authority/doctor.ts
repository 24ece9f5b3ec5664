import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { examineMachine, type MachineExamination } from "./examine-machine.ts";
import { done, type Outcome, refuse } from "./refusal.ts";

/** What the server's machine can confine, tried out now, for administrators; nothing is recorded. */
export async function doctor(context: Context, caller: Caller): Promise<Outcome<MachineExamination>> {
	if (!hasRole(caller, "admin")) return refuse("not-permitted", "Only an administrator may do this");
	// Trying it out starts processes: those who ask at the same time get one answer.
	const running = RUNNING.get(context) ?? examineMachine().finally(() => RUNNING.delete(context));
	RUNNING.set(context, running);
	return done(await running);
}

const RUNNING = new WeakMap<Context, Promise<MachineExamination>>();
