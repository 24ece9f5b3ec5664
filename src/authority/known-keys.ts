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
	const keys = new Map<string, AccessKey | null>();
	return {
		async isLive(connection, { keyId }, now) {
			if (keyId === null) return true;
			let key = keys.get(keyId);
			if (key === undefined) {
				key = await findKey(connection, keyId);
				if (keys.size >= MOST) keys.clear();
				keys.set(keyId, key);
			}
			return key !== null && isActive(key, now);
		},
		isKeptLive({ keyId }, clock) {
			if (keyId === null) return true;
			const key = keys.get(keyId);
			return key !== undefined && key !== null && isActive(key, clock.now());
		},
		outdated(touched) {
			// A key ends with its agent or its person.
			if (touched === null || touched.some(({ entity }) => entity === "agent" || entity === "person")) keys.clear();
			else for (const { entity, id } of touched) if (entity === "key") keys.delete(id);
		},
	};
}
