import { type Authentication, authenticate, hashKeyValue, isActive, isKeyValue } from "../identity/index.ts";
import type { Batch, Store, Touched } from "../store/index.ts";

/**
 * Who showed which key lately: nearly every request shows one, and looking it up takes longer than deciding.
 * INVARIANT: what a look finds is not kept, with this one exception: it was committed, and since then no work has touched a key, an agent
 * or a person. A revocation forgets everything before it commits, and nothing is kept again before it has.
 */
export interface ShownKeys {
	authenticate(value: unknown, now: number): Promise<Authentication>;
	outdated(touched: readonly Touched[] | null): void;
	committed(batch: Batch): void;
}

const MOST = 20_000;

export function createShownKeys(store: Pick<Store, "database" | "look">): ShownKeys {
	const shown = new Map<string, Extract<Authentication, { readonly ok: true }>>();
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
			if (shown.size >= MOST) shown.clear();
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
