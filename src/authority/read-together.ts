import { findAgent } from "../agents/index.ts";
import type { Principal } from "../engine/index.ts";
import { positionAfter } from "../ledger/index.ts";
import type { Connection } from "../store/index.ts";
import type { Context } from "./context.ts";
import { eventsOfRecord, type LedgerEvent } from "./events.ts";
import { isStanding } from "./known-keys.ts";

/** What one record says happened, and the place behind it. */
export interface Happened {
	readonly events: readonly LedgerEvent[];
	readonly position: string;
}

const AT_ONCE = 256;

/** What all nodes recorded after a place: hundreds who follow the ledger are woken by the same record and share one read of it. */
export function readOnTogether(context: Context, position: string): Promise<readonly Happened[]> {
	const { reads } = gatheringOf(context);
	const joined = reads.get(position);
	if (joined !== undefined) return joined;
	const read = nextTurn().then(() => {
		// INVARIANT: nobody joins a read that has begun: what was recorded since would be missing from it.
		reads.delete(position);
		return readOn(context, position);
	});
	reads.set(position, read);
	return read;
}

/** Whether a principal's key and the agent behind it still stand; all who are asked about in one turn are looked up at once. */
export async function isLiveTogether(context: Context, principal: Principal): Promise<boolean> {
	if (principal.keyId === null && principal.kind !== "agent") return true;
	const gathering = gatheringOf(context);
	gathering.principals.add(principal);
	gathering.standing ??= nextTurn().then(() => {
		const asked = [...gathering.principals];
		gathering.principals.clear();
		// INVARIANT: nobody joins a look that has begun: a key that was revoked since would still stand in it.
		gathering.standing = null;
		return lookAll(context, asked);
	});
	return (await gathering.standing).has(principal);
}

interface Gathering {
	readonly reads: Map<string, Promise<readonly Happened[]>>;
	readonly principals: Set<Principal>;
	/** Those of `principals` that stand, once it is known. */
	standing: Promise<ReadonlySet<Principal>> | null;
}

const GATHERINGS = new WeakMap<Context, Gathering>();

function gatheringOf(context: Context): Gathering {
	const known = GATHERINGS.get(context);
	if (known !== undefined) return known;
	const gathering: Gathering = { reads: new Map(), principals: new Set(), standing: null };
	GATHERINGS.set(context, gathering);
	return gathering;
}

function nextTurn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

async function readOn({ ledger }: Context, start: string): Promise<readonly Happened[]> {
	let position = start;
	return (await ledger.readOn(start, AT_ONCE)).items.map((record) => {
		position = positionAfter(position, record);
		return { events: eventsOfRecord(record), position };
	});
}

/** One key is often followed with by many, and is looked up once. */
function lookAll({ store, clock }: Context, principals: readonly Principal[]): Promise<ReadonlySet<Principal>> {
	return store.look(async (connection) => {
		const byHolder = Map.groupBy(
			principals,
			(principal) => `${principal.keyId} ${principal.kind === "agent" ? `${principal.id} ${principal.uid}` : ""}`,
		);
		const standing = new Set<Principal>();
		for (const [first, ...others] of byHolder.values())
			if (first !== undefined && (await isStanding(connection, first, clock.now())) && !(await isStopped(connection, first)))
				for (const one of [first, ...others]) standing.add(one);
		return standing;
	});
}

/** SECURITY: a stopped agent hears nothing either. */
async function isStopped(connection: Connection, principal: Principal): Promise<boolean> {
	return principal.kind === "agent" && (await findAgent(connection, principal.id))?.status === "stopped";
}
