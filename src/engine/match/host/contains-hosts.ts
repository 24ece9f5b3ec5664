import type { AnyOf } from "../../vocabulary/index.ts";
import { isLocal } from "./compile-host-set.ts";
import { type HostEntry, parseHostEntry } from "./parse-host-entry.ts";

/** Whether one host entry holds everything of another. */
function containsHost(outer: HostEntry, inner: HostEntry): boolean {
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
	return inner.every(compareHosts(outer));
}

/** Prepares the comparison of entries with one list: whether one of it holds an entry; text that is no entry is held by none. */
export function compareHosts(outer: AnyOf): (entry: string) => boolean {
	const holds = compareHostEntries(
		outer.flatMap((text) => {
			const parsed = parseHostEntry(text);
			return parsed.ok ? [parsed.entry] : [];
		}),
	);
	return (text) => {
		const inner = parseHostEntry(text);
		return inner.ok && holds(inner.entry);
	};
}

/** The same for entries that were read. Only entries for the same host or a suffix of it can hold one. */
export function compareHostEntries(outer: readonly HostEntry[]): (entry: HostEntry) => boolean {
	const byHost = Map.groupBy(outer, ({ host }) => host);
	return (inner) => {
		const holds = (host: string) => byHost.get(host)?.some((entry) => containsHost(entry, inner)) === true;
		if (holds("") || holds(inner.host)) return true;
		for (let dot = inner.host.indexOf("."); dot >= 0; dot = inner.host.indexOf(".", dot + 1)) {
			if (holds(inner.host.slice(dot + 1))) return true;
		}
		return false;
	};
}
