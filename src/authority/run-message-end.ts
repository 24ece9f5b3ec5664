import type { AgentId } from "../engine/index.ts";
import { endTaskGrants } from "../grants/index.ts";
import { failMessage, findMessage, redeliver } from "../messages/index.ts";
import type { RunnerOutcome } from "../runners/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { answerTo } from "./receive.ts";
import type { TakenMessage } from "./run-message-taken.ts";
import { note } from "./work.ts";

/** Settles a message that its runner is done with: answered in the agent's name, offered again, or failed so that whoever waits is told. */
export async function settleMessage(context: Context, taken: TakenMessage, outcome: RunnerOutcome, isCut: boolean): Promise<void> {
	const { agent, message } = taken;
	// An answer to what the agent had said itself wants none.
	if (message.state === "delivered") return;
	const id = await addressee(context, taken);
	// It ended, and its messages went back with it.
	if (id === null) return;
	if (!outcome.ok && !isCut && outcome.code !== "busy") return fail(context, taken, outcome);
	if (outcome.ok) {
		const caller: Caller = {
			principal: { kind: "agent", id, uid: agent.uid, keyId: null },
			point: "runner",
			correlationId: message.correlation_id,
		};
		const answered = await answerTo(context, caller, message.id, outcome.content);
		// The program may have answered by itself.
		if (answered.ok || answered.refusal.code === "already-answered") return;
	}
	// Stopped or begun anew meanwhile, or busy.
	await context.store.record((transaction) => redeliver(transaction, id));
}

/** The agent under the id that it has now; `null` when it has ended. */
function addressee(context: Context, { agent, message }: TakenMessage): Promise<AgentId | null> {
	return context.store.record(async (transaction) => {
		const to = (await findMessage(transaction, message.id))?.to_agent ?? null;
		const known = to === null ? null : await context.known.find(transaction, to);
		return known?.agent.uid === agent.uid ? known.agent.id : null;
	});
}

async function fail(context: Context, { agent, message }: TakenMessage, failure: Extract<RunnerOutcome, { ok: false }>): Promise<void> {
	const { code, message: why } = failure;
	context.failures.keep(message.id, failure);
	await context.store.record(async (transaction) => {
		if (!(await failMessage(transaction, message.id))) return;
		await endTaskGrants(transaction, agent.id, message.id, context.clock.now());
		note(context, transaction, null, {
			kind: "message",
			agent: agent.id,
			request: { action: "failed", message: message.id, reason: why },
			effect: "deny",
			code,
		});
	});
	context.signals.raise(`answer:${message.id}`);
}
