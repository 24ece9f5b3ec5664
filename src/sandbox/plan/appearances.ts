import { moved, pathAndAbove } from "./is-within.ts";
import type { Mount } from "./sandbox-plan.ts";

/** Where a path on the host can be seen inside; with `writable`, only where it could be changed. */
export type Appearances = (path: string, writable: boolean) => readonly string[];

/** Reads the mounts once, so that each question costs what its path is long and not how many mounts there are. */
export function appearances(mounts: readonly Mount[]): Appearances {
	const bySource = Map.groupBy(mounts, ({ source }) => source);
	const last = new Map(mounts.map((mount, index) => [mount.target, { mount, index }]));
	const topAt = (target: string): Mount | undefined => {
		let top: { readonly mount: Mount; readonly index: number } | undefined;
		for (const at of pathAndAbove(target)) {
			const found = last.get(at);
			if (found !== undefined && (top === undefined || found.index > top.index)) top = found;
		}
		return top?.mount;
	};
	return (path, writable) => {
		const targets: string[] = [];
		for (const source of pathAndAbove(path)) {
			for (const mount of bySource.get(source) ?? []) {
				const target = moved(path, source, mount.target);
				if ((mount.writable || !writable) && topAt(target) === mount) targets.push(target);
			}
		}
		return targets;
	};
}
