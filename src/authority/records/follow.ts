import type { Principal } from "../../engine/index.ts";
import { isLedgerPosition, positionAfter } from "../../ledger/index.ts";
import { findAgent } from "../../state/agents/index.ts";
import type { Connection } from "../../store/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { isStanding } from "../memory/keys.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { eventFor } from "../uniform.ts";
import { audienceOf, eventsOfRecord, type LedgerEvent } from "./events.ts";

/** Something that happened, and the place behind it, from where one can go on. */
interface Followed {
	readonly event: LedgerEvent;
	readonly position: string;
}

/** Other nodes' records are looked for so often. */
const LOOK_EVERY = 1_000;

/** Everything that happens after a place (`null` = from now on) and that the caller may hear of, on all nodes, without loss, until aborted. */
export async function follow(
	context: Context,
	caller: Caller,
	after: string | null,
	gone: AbortSignal,
): Promise<Outcome<AsyncGenerator<Followed>>> {
	if (after !== null && !isLedgerPosition(after)) return refuse("invalid-request", "This is not a place in the ledger");
	return done(happenings(context, caller, after ?? (await context.ledger.position()), gone));
}

async function* happenings(context: Context, caller: Caller, start: string, gone: AbortSignal): AsyncGenerator<Followed> {
	const audience = await audienceOf(context, caller.principal);
	let position = start;
	// SECURITY: a stream ends with the key that opened it, and with the agent behind the key.
	while (!gone.aborted && (await isLiveTogether(context, caller.principal))) {
		// Registered before reading: what is recorded meanwhile wakes the next round.
		const news = nextRecord(context, gone);
		const happened = await readOnTogether(context, position);
		for (const record of happened) {
			position = record.position;
			for (const event of record.events) {
				audience.follow(event);
				if (await audience.hears(event)) yield { event: eventFor(caller.principal, event), position };
			}
		}
		if (happened.length === 0) await news.promise;
		news.forget();
	}
}

/** Ends with the next record of this node, after a while, or when nobody listens any more. */
function nextRecord({ ledger }: Context, gone: AbortSignal): { readonly promise: Promise<void>; readonly forget: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	const wake = (): void => resolve();
	const unsubscribe = ledger.subscribe(wake);
	const timer = setTimeout(wake, LOOK_EVERY);
	gone.addEventListener("abort", wake);
	return {
		promise,
		forget: () => {
			unsubscribe();
			clearTimeout(timer);
			gone.removeEventListener("abort", wake);
		},
	};
}

/** What one record says happened, and the place behind it. */
interface Happened {
	readonly events: readonly LedgerEvent[];
	readonly position: string;
}

const AT_ONCE = 256;

/** What all nodes recorded after a place: hundreds who follow the ledger are woken by the same record and share one read of it. */
function readOnTogether(context: Context, position: string): Promise<readonly Happened[]> {
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
async function isLiveTogether(context: Context, principal: Principal): Promise<boolean> {
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
