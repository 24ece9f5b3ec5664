import type { AgentId } from "../../engine/index.ts";
import { chooseRunner, type RunnerOutcome } from "../../runners/index.ts";
import { isWithin } from "../../sandbox/index.ts";
import { type Agent, findSandbox } from "../../state/agents/index.ts";
import { endTaskGrants } from "../../state/grants/index.ts";
import { failMessage, findMessage, type Message, redeliver, takeMessages } from "../../state/messages/index.ts";
import { getSetting } from "../../state/settings/index.ts";
import type { Transaction } from "../../store/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { ownDirectory } from "../sandboxes/directories.ts";
import { note } from "../work.ts";
import { startProgram, type TakenMessage } from "./program.ts";
import { answerTo } from "./receive.ts";

/** Takes the next message that is work for an agent's runner; `null` when there is none, or the agent does not work here or now. */
export async function takeWork(context: Context, id: string): Promise<TakenMessage | null> {
	for (;;) {
		const taken = await context.store.record(async (transaction) => {
			const agent = (await context.known.find(transaction, id))?.agent;
			if (agent === undefined || agent.status === "stopped" || !(await worksHere(context, transaction, agent))) return null;
			const [message] = await takeMessages(transaction, id, 1, { node: context.node });
			if (message === undefined) return null;
			return { agent, message, isWork: !(await wasWaitedFor(transaction, message)) };
		});
		if (taken === null || taken.isWork) return taken;
	}
}

/** Gives a message to its agent's runner. Whatever goes wrong on the way is an outcome. */
export async function runMessage(context: Context, { agent, message }: TakenMessage, ended: AbortSignal): Promise<RunnerOutcome> {
	const runner = chooseRunner(agent.runner);
	if (runner === null) return { ok: false, code: "unavailable", message: "The runner of this agent is not known" };
	const { id, from, content, depth, correlation_id: correlationId, redelivered } = message;
	try {
		const hosts = await context.store.look((connection) => getSetting(connection, "runners.http_hosts"));
		return await runner(
			{ id, from, content, depth, correlationId, redelivered },
			{ agent: agent.id, hosts, ended, start: (program) => startProgram(context, { agent, message }, program) },
		);
	} catch (error) {
		context.log(`the runner of ${agent.id} broke: ${error instanceof Error ? error.message : String(error)}`);
		return { ok: false, code: "unavailable", message: "The runner of this agent broke" };
	}
}

/** INVARIANT: of several nodes only the one that has an agent's directory works for it, so that its messages are handled one by one. */
async function worksHere(context: Context, transaction: Transaction, { id }: Agent): Promise<boolean> {
	if (context.store.database === "sqlite") return true;
	const sandbox = await findSandbox(transaction, id);
	const [own] = sandbox === null ? [] : ownDirectory(sandbox);
	return own !== undefined && isWithin(own, context.home);
}

/** An answer that the agent's program waited for has reached it already. */
async function wasWaitedFor(transaction: Transaction, { in_reply_to: original, state }: Message): Promise<boolean> {
	if (original === null || state !== "delivered") return false;
	return (await findMessage(transaction, original))?.expects_answer === true;
}

/** Settles a message that its runner is done with: answered in the agent's name, offered again, or failed, so that the waiting sender is told. */
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
	// Stopped or started over meanwhile, or busy.
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
