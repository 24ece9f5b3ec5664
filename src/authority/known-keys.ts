import { findAgent } from "../agents/index.ts";
import type { Principal } from "../engine/index.ts";
import { type AccessKey, findKey, isActive } from "../identity/index.ts";
import type { Clock } from "../platform/index.ts";
import type { Connection, Touched } from "../store/index.ts";

/**
 * Keys that were used lately.
 * INVARIANT: it is read and filled only inside works of the store, which says beforehand what is out of date.
 */
export interface KnownKeys {
	isLive(connection: Connection, principal: Principal, now: number): Promise<boolean>;
	/** Whether the key is known to be live without waiting; false also when it would have to be looked up. */
	isKeptLive(principal: Principal, clock: Clock): boolean;
	outdated(touched: readonly Touched[] | null): void;
}

const MOST = 20_000;

export function createKnownKeys(): KnownKeys {
	const keys = new Map<string, HeldKey | null>();
	return {
		async isLive(connection, principal, now) {
			const { keyId } = principal;
			if (keyId === null) return standsWithoutKey(connection, principal);
			let held = keys.get(keyId);
			if (held === undefined) {
				held = await findHeldKey(connection, keyId);
				if (keys.size >= MOST) keys.clear();
				keys.set(keyId, held);
			}
			return opens(held, principal, now);
		},
		isKeptLive(principal, clock) {
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
