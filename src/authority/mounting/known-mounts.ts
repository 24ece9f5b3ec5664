import type { Connection, Touched } from "../../store/index.ts";
import { allMounts, MOUNT, type Mount } from "./mount.ts";

/**
 * The mounted servers as they were read last.
 * INVARIANT: it is read and filled only inside works of the store, which says beforehand what is out of date.
 */
export interface KnownMounts {
	all(connection: Connection): Promise<ReadonlyMap<string, Mount>>;
	outdated(touched: readonly Touched[] | null): void;
}

export function createKnownMounts(onOutdated: () => void): KnownMounts {
	let known: ReadonlyMap<string, Mount> | null = null;
	return {
		async all(connection) {
			known ??= new Map((await allMounts(connection)).map((mount) => [mount.id, mount]));
			return known;
		},
		outdated(touched) {
			if (touched !== null && !touched.some(({ entity }) => entity === MOUNT)) return;
			known = null;
			onOutdated();
		},
	};
}
