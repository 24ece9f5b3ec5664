import type { LedgerRecord } from "../ledger/index.ts";
import { agentsWithRunner } from "../store/index.ts";
import type { Context } from "./context.ts";
import { createWorkers, type Worker } from "./run-message-workers.ts";

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
