import type { AnyOf } from "../../vocabulary/index.ts";
import { isLocal } from "./compile-host-set.ts";
import { type HostEntry, parseHostEntry } from "./parse-host-entry.ts";

/** Whether one host entry holds everything of another. */
export function containsHost(outer: HostEntry, inner: HostEntry): boolean {
	if (outer.port !== null && outer.port !== inner.port) return false;
	switch (outer.kind) {
		case "any":
			return inner.kind !== "literal" && !isLocal(inner.host);
		case "suffix":
			if (inner.kind === "suffix") return inner.host === outer.host || inner.host.endsWith(`.${outer.host}`);
			return inner.kind === "name" && inner.host.endsWith(`.${outer.host}`);
		default:
			return inner.kind === outer.kind && inner.host === outer.host;
	}
}

/**
 * Whether every entry of the inner list lies in one of the outer list. Names are without end, so several entries never
 * hold together what none holds alone (but for a list of all 65,535 ports, which counts as not held).
 */
export function containsHosts(outer: AnyOf, inner: AnyOf): boolean {
	return inner.every((entry) => holdsHost(outer, entry));
}

/** Whether one entry of a list holds an entry; text that is no entry is held by none. */
export function holdsHost(outer: AnyOf, entry: string): boolean {
	const inner = parseHostEntry(entry);
	if (!inner.ok) return false;
	return outer.some((text) => {
		const held = parseHostEntry(text);
		return held.ok && containsHost(held.entry, inner.entry);
	});
}
