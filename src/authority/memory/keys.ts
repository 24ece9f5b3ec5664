import type { Principal } from "../../engine/index.ts";
import { createMemory } from "../../memory/index.ts";
import type { Clock } from "../../platform/index.ts";
import { findAgent } from "../../state/agents/index.ts";
import {
	type AccessKey,
	type Authentication,
	authenticate,
	findKey,
	hashKeyValue,
	isActive,
	isKeyValue,
	noteKeyUses,
} from "../../state/keys/index.ts";
import type { Batch, Connection, Store, Touched } from "../../store/index.ts";

/**
 * Keys that were used lately.
 * INVARIANT: it is read and filled only inside works of the store, which says beforehand what is out of date.
 */
export interface KeyMemory {
	isLive(connection: Connection, principal: Principal, now: number): Promise<boolean>;
	/** Whether the key is remembered to be live, without waiting; false also when it would have to be looked up. */
	isLiveInMemory(principal: Principal, clock: Clock): boolean;
	outdated(touched: readonly Touched[] | null): void;
}

const MOST = 20_000;

export function createKeyMemory(): KeyMemory {
	const keys = createMemory<string, HeldKey | null>(MOST);
	return {
		async isLive(connection, principal, now) {
			const { keyId } = principal;
			if (keyId === null) return standsWithoutKey(connection, principal);
			let held = keys.get(keyId);
			if (held === undefined) {
				held = await findHeldKey(connection, keyId);
				keys.set(keyId, held);
			}
			return opens(held, principal, now);
		},
		isLiveInMemory(principal, clock) {
			if (principal.keyId === null) return principal.kind !== "agent";
			return opens(keys.get(principal.keyId) ?? null, principal, clock.now());
		},
		outdated(touched) {
			// A key ends with its agent or its person.
			if (touched === null || touched.some(({ entity }) => entity === "agent" || entity === "person")) keys.clear();
			else for (const { entity, id } of touched) if (entity === "key") keys.delete(id);
		},
	};
}

/** Whether a principal still stands, by what is stored now. */
export async function isStanding(connection: Connection, principal: Principal, now: number): Promise<boolean> {
	if (principal.keyId === null) return standsWithoutKey(connection, principal);
	return opens(await findHeldKey(connection, principal.keyId), principal, now);
}

/** A key with the uid of the agent that it is for. */
interface HeldKey {
	readonly key: AccessKey;
	readonly uid: string | null;
}

async function findHeldKey(connection: Connection, id: string): Promise<HeldKey | null> {
	const key = await findKey(connection, id);
	if (key === null) return null;
	return { key, uid: key.agent === null ? null : ((await findAgent(connection, key.agent))?.uid ?? null) };
}

/**
 * SECURITY: an agent is its uid. Its id may have gone to another agent since the key was shown, and whoever shows the old key must
 * not become that one (test/socket/connections.test.ts).
 */
function opens(held: HeldKey | null, principal: Principal, now: number): boolean {
	if (held === null || !isActive(held.key, now)) return false;
	return principal.kind !== "agent" || (held.key.agent === principal.id && held.uid === principal.uid);
}

async function standsWithoutKey(connection: Connection, principal: Principal): Promise<boolean> {
	return principal.kind !== "agent" || (await findAgent(connection, principal.id))?.uid === principal.uid;
}

/**
 * Who showed which key lately: nearly every request shows one, and looking it up takes longer than deciding.
 * INVARIANT: what a look finds is not kept, with this one exception: it was committed, and since then no work has touched a key, an agent
 * or a person. A revocation forgets everything before it commits, and nothing is kept again before it has.
 */
export interface ShownKeyMemory {
	authenticate(value: unknown, now: number): Promise<Authentication>;
	outdated(touched: readonly Touched[] | null): void;
	committed(batch: Batch): void;
}

export function createShownKeyMemory(store: Pick<Store, "database" | "look">): ShownKeyMemory {
	const shown = createMemory<string, Extract<Authentication, { readonly ok: true }>>(MOST);
	/** Why nothing may be kept now: a touch that is not committed yet, or a commit that failed. */
	let unsettled: "touched" | "failed" | null = null;
	/** Counts up when something becomes out of date: what was looked up meanwhile may be older. */
	let age = 0;
	return {
		async authenticate(value, now) {
			// SECURITY: several nodes tell each other of changes only between works; this would answer before it has heard.
			const mayKeep = store.database === "sqlite" && unsettled === null;
			const hash = mayKeep && isKeyValue(value) ? hashKeyValue(value) : null;
			const known = hash === null ? undefined : shown.get(hash);
			// What has expired is looked up, and refused there.
			if (known !== undefined && isActive(known.key, now)) return known;
			const asked = age;
			const found = await store.look((connection) => authenticate(connection, value, now));
			if (hash === null || !found.ok || asked !== age) return found;
			shown.set(hash, found);
			return found;
		},
		outdated(touched) {
			if (touched?.some(({ entity }) => BEHIND_KEYS.has(entity)) === false) return;
			shown.clear();
			age++;
			unsettled = touched === null ? "failed" : "touched";
		},
		committed(batch) {
			if (unsettled !== "failed" && !batch.touched.some(({ entity }) => BEHIND_KEYS.has(entity))) return;
			// SECURITY: another batch may have settled between the touch and this commit, and something been kept again meanwhile.
			shown.clear();
			age++;
			unsettled = null;
		},
	};
}

/** A key ends with its agent or its person, and has the rights of its person's role. */
const BEHIND_KEYS = new Set(["key", "agent", "person"]);

/** Counts how often keys are shown: in memory, and written a moment later, so that no answer waits for it. */
export interface KeyUses {
	count(id: string, now: number): void;
	/** Writes what was counted last. */
	close(): Promise<void>;
}

/** How far a count may lag behind what it counts. */
const WRITE_AFTER = 2_000;

export function createKeyUses(store: Pick<Store, "record">, log: (line: string) => void): KeyUses {
	let counted = new Map<string, { readonly uses: number; readonly lastAt: number }>();
	let waiting: NodeJS.Timeout | null = null;
	let writing: Promise<void> = Promise.resolve();

	const count = (id: string, uses: number, now: number): void => {
		const before = counted.get(id);
		counted.set(id, { uses: uses + (before?.uses ?? 0), lastAt: Math.max(now, before?.lastAt ?? 0) });
	};
	const write = async (): Promise<void> => {
		const now = counted;
		counted = new Map();
		if (now.size === 0) return;
		try {
			await store.record(async (transaction) => {
				for (const [id, { uses, lastAt }] of now) await noteKeyUses(transaction, id, uses, lastAt);
			});
		} catch (error) {
			for (const [id, { uses, lastAt }] of now) count(id, uses, lastAt);
			log(`uses of keys were not written: ${error instanceof Error ? error.message : String(error)}`);
		}
	};
	return {
		count(id, now) {
			count(id, 1, now);
			waiting ??= setTimeout(() => {
				waiting = null;
				writing = write();
			}, WRITE_AFTER).unref();
		},
		async close() {
			if (waiting !== null) clearTimeout(waiting);
			await writing;
			await write();
		},
	};
}
