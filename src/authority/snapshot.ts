import { exportAgents, importAgents } from "../agents/index.ts";
import { exportGrants, importGrants } from "../grants/index.ts";
import { exportIdentity, importIdentity } from "../identity/index.ts";
import { exportMessages, importMessages } from "../messages/index.ts";
import type { Transaction } from "../store/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { exportKept, importKept } from "./kept-snapshot.ts";
import { type CopiedMount, exportMounts, importMounts } from "./mounting/copy-mounts.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { settleSandboxes } from "./settle-sandboxes.ts";
import { changing, note } from "./work.ts";

/** Everything that the authority knows but the ledger, as plain JSON. */
export interface Snapshot {
	readonly format: 1;
	readonly taken_at: number;
	readonly agents: Awaited<ReturnType<typeof exportAgents>>;
	readonly messages: Awaited<ReturnType<typeof exportMessages>>;
	readonly grants: Awaited<ReturnType<typeof exportGrants>>;
	readonly identity: Awaited<ReturnType<typeof exportIdentity>>;
	/** Absent in snapshots from before there were any. */
	readonly mounts?: readonly CopiedMount[];
	/** Profiles that the store keeps, and shared lists; absent in snapshots of earlier versions. */
	readonly kept?: Awaited<ReturnType<typeof exportKept>>;
}

/** One committed state of everything. */
export async function takeSnapshot(context: Context, caller: Caller): Promise<Outcome<Snapshot>> {
	if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
	const snapshot = await context.store.look(
		async (connection): Promise<Snapshot> => ({
			format: 1,
			taken_at: context.clock.now(),
			agents: await exportAgents(connection),
			messages: await exportMessages(connection),
			grants: await exportGrants(connection),
			identity: await exportIdentity(connection),
			mounts: await exportMounts(connection),
			kept: await exportKept(connection),
		}),
	);
	return done(snapshot);
}

/** Puts a snapshot into an empty store, whole or not at all: its agents get directories of this home. */
export async function restoreSnapshot(context: Context, caller: Caller, snapshot: Snapshot): Promise<Outcome<{ readonly agents: number }>> {
	const made: string[] = [];
	const undo = (): void => {
		for (const directory of made.splice(0)) context.storage.remove(directory);
	};
	try {
		const outcome = await changing(context, caller, async (transaction) => {
			// A commit that met another node's is tried again from the start.
			undo();
			const restored = await restore(context, transaction, caller, snapshot);
			if (!restored.ok) return restored;
			const settled = await settleSandboxes(context, transaction, caller, made);
			return settled.ok ? restored : settled;
		});
		if (!outcome.ok) undo();
		return outcome;
	} catch (error) {
		undo();
		throw error;
	}
}

async function restore(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	snapshot: Snapshot,
): Promise<Outcome<{ readonly agents: number }>> {
	if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
	if (snapshot.format !== 1) return refuse("invalid-request", "The snapshot is of another format");
	const agents = await importAgents(transaction, snapshot.agents);
	if (!agents.ok) return refuse(agents.code, agents.message);
	// Keys name agents.
	const people = await importIdentity(transaction, snapshot.identity);
	if (!people.ok) return refuse(people.code, people.message);
	const messages = await importMessages(transaction, { ...snapshot.messages });
	if (!messages.ok) return refuse(messages.code, messages.message);
	const grants = await importGrants(transaction, { ...snapshot.grants });
	if (!grants.ok) return refuse(grants.code, grants.message);
	const kept = await importKept(transaction, snapshot.kept);
	if (!kept.ok) return refuse(kept.code, kept.message);
	const mounts = await importMounts(transaction, snapshot.mounts);
	if (!mounts.ok) return mounts;
	note(context, transaction, caller, { kind: "node", agent: null, request: { action: "restored", agents: agents.agents } });
	return done({ agents: agents.agents });
}
