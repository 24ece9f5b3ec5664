import { type Agent, findSandbox } from "../agents/index.ts";
import { getSetting } from "../identity/index.ts";
import { findMessage, type Message, takeMessages } from "../messages/index.ts";
import { chooseRunner, type RunnerOutcome } from "../runners/index.ts";
import { isWithin } from "../sandbox/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Context } from "./context.ts";
import { ownDirectory } from "./own-directory.ts";
import { startProgram } from "./run-message-program.ts";
import type { TakenMessage } from "./run-message-taken.ts";

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
