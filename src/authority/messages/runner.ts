import { setTimeout as sleep } from "node:timers/promises";
import type { LedgerRecord } from "../../ledger/index.ts";
import { agentsWithRunner } from "../../state/agents/index.ts";
import type { Context } from "../context.ts";
import { runMessage, settleMessage, takeWork } from "./worker.ts";

/** Other nodes' changes are looked for so often. */
const LOOK_EVERY = 2_000;

/** Gives the messages of agents with a runner to their runners: in order, one at a time for each agent. The returned function ends it. */
export async function runMessages(context: Context): Promise<() => Promise<void>> {
	const crew = createWorkers(context);
	const workers = new Map<string, { readonly worker: Worker; readonly forget: () => void }>();

	const listen = (worker: Worker): void => {
		const forget = context.signals.on(`mailbox:${worker.id}`, () => crew.wake(worker));
		workers.set(worker.id, { worker, forget });
	};
	const drop = (id: string): Worker | null => {
		const dropped = workers.get(id);
		dropped?.forget();
		workers.delete(id);
		return dropped?.worker ?? null;
	};
	const watch = (id: string): void => {
		if (!workers.has(id)) listen(crew.hire(id));
		const watched = workers.get(id);
		if (watched !== undefined) crew.wake(watched.worker);
	};
	const reconcile = async (): Promise<void> => {
		const found = new Map((await context.store.look(agentsWithRunner)).map(({ id, status }) => [id, status]));
		for (const [id, { worker }] of workers) {
			if (found.has(id) && found.get(id) !== "stopped") continue;
			worker.cut.abort();
			if (!found.has(id)) drop(id);
		}
		for (const id of found.keys()) watch(id);
	};
	const look = (): void => {
		reconcile().catch((error: unknown) => context.log(`agents with runners were not found: ${String(error)}`));
	};
	const hear = ({ kind, agent, request, effect }: LedgerRecord): void => {
		const { action, from, runner } = membersOf(request);
		if (kind === "node" && action === "restored") look();
		if (agent === null) return;
		if (kind === "spawn" && effect === "allow" && runner !== undefined) watch(agent);
		if (kind === "terminate") drop(agent)?.cut.abort();
		if (kind !== "agent") return;
		const renamed = action === "renamed" && typeof from === "string" ? drop(from) : null;
		if (renamed !== null) {
			renamed.id = agent;
			listen(renamed);
		}
		const worker = workers.get(agent)?.worker;
		if (worker === undefined) return;
		if (typeof action === "string" && CUTTING.has(action)) worker.cut.abort();
		crew.wake(worker);
	};

	await reconcile();
	const unsubscribe = context.ledger.subscribe(hear, ["spawn", "agent", "terminate", "node"]);
	const looking = context.store.database === "sqlite" ? null : setInterval(look, LOOK_EVERY).unref();
	return async () => {
		unsubscribe();
		if (looking !== null) clearInterval(looking);
		for (const id of workers.keys()) drop(id);
		await crew.close();
	};
}

/** What ends the work that is being done for an agent; its message is offered again. */
const CUTTING = new Set(["stopped", "restarted", "recreated"]);

function membersOf(request: unknown): Readonly<Record<string, unknown>> {
	return typeof request === "object" && request !== null ? { ...request } : {};
}

/** Works on the messages of one agent, one after the other. */
interface Worker {
	/** The agent's; it can change. */
	id: string;
	/** Aborted to end what runs for the agent now. */
	cut: AbortController;
	isWorking: boolean;
	/** Something came since it looked last. */
	isWoken: boolean;
}

interface Workers {
	hire(id: string): Worker;
	/** Has a worker look for messages, when it is its turn. */
	wake(worker: Worker): void;
	/** Ends all work; what is not done is offered again at the next start. */
	close(): Promise<void>;
}

/** How many agents one node works for at the same time; the others wait for their turn. */
const MOST_AT_ONCE = 16;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

function createWorkers(context: Context): Workers {
	const waiting = new Set<Worker>();
	const working = new Set<Promise<void>>();
	const closing = new AbortController();
	const pause = (milliseconds: number): Promise<void> =>
		sleep(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);

	/** Takes one message and sees to its end; how that went, or `null` when there was none. */
	const workOnce = async (worker: Worker): Promise<"done" | "busy" | null> => {
		// Made before the message is taken: a stop in between is not missed.
		worker.cut = new AbortController();
		const ended = AbortSignal.any([worker.cut.signal, closing.signal]);
		const taken = await takeWork(context, worker.id);
		if (taken === null) return null;
		const outcome = await runMessage(context, taken, ended);
		// What was taken here is offered again when this node starts.
		if (closing.signal.aborted && !outcome.ok) return null;
		await settleMessage(context, taken, outcome, ended.aborted);
		return !outcome.ok && outcome.code === "busy" ? "busy" : "done";
	};
	const work = async (worker: Worker): Promise<void> => {
		let refusals = 0;
		while (!closing.signal.aborted) {
			worker.isWoken = false;
			const went = await workOnce(worker);
			if (went === null && !worker.isWoken) return;
			refusals = went === "busy" ? refusals + 1 : 0;
			if (refusals > 0) await pause(Math.min(FIRST_PAUSE * 2 ** (refusals - 1), LONGEST_PAUSE));
		}
	};
	const wake = (worker: Worker): void => {
		worker.isWoken = true;
		if (worker.isWorking || closing.signal.aborted) return;
		if (working.size >= MOST_AT_ONCE) {
			waiting.add(worker);
			return;
		}
		worker.isWorking = true;
		const begun = work(worker)
			.catch((error: unknown) => {
				context.log(`the messages of ${worker.id} are left waiting: ${error instanceof Error ? error.message : String(error)}`);
				// What broke may be whole again after a while.
				void pause(LONGEST_PAUSE).then(() => wake(worker));
			})
			.finally(() => {
				worker.isWorking = false;
				working.delete(begun);
				const [next] = waiting;
				if (next === undefined) return;
				waiting.delete(next);
				wake(next);
			});
		working.add(begun);
	};
	return {
		hire: (id) => ({ id, cut: new AbortController(), isWorking: false, isWoken: false }),
		wake,
		async close() {
			closing.abort();
			await Promise.all(working);
		},
	};
}
