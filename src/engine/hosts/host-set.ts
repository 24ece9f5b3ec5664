import type { AnyOf } from "../language/index.ts";
import { type Host, type HostEntry, parseHostEntry } from "./host.ts";

/** A compiled list of host entries. */
export interface HostMatcher {
	/** The entry that matches, or `null`. A port that is not known (`null`) may be any: all must be granted, and one denied is enough. */
	readonly match: (host: Host, port: number | null) => string | null;
	readonly empty: boolean;
}

/**
 * Compiles host entries. In a list of grants `*` never means an address; in a list of denials it means everything.
 * Text that is not an entry grants nothing and denies everything.
 */
export function compileHostSet(entries: AnyOf, use: "grant" | "deny"): HostMatcher {
	const exact = new Map<string, Ports>();
	const suffixes = new Map<string, Ports>();
	const any: Ports = new Map();
	for (const text of entries) {
		const parsed = parseHostEntry(text);
		if (!parsed.ok) {
			if (use === "deny") any.set(null, text);
			continue;
		}
		const { kind, host, port } = parsed.entry;
		const ports = kind === "any" ? any : portsOf(kind === "suffix" ? suffixes : exact, host);
		ports.set(port, text);
	}
	return {
		match: (host, port) => {
			const named = at(exact.get(host.name), port, use);
			if (named !== null) return named;
			if (host.literal || isLocal(host.name)) return use === "deny" ? at(any, port, use) : null;
			return below(suffixes, host.name, port, use) ?? at(any, port, use);
		},
		empty: entries.length === 0,
	};
}

/** This machine itself, which `*` gives as little as an address. */
function isLocal(name: string): boolean {
	return name === "localhost" || name.endsWith(".localhost");
}

/** Port (`null` = every) → entry. */
type Ports = Map<number | null, string>;

function portsOf(hosts: Map<string, Ports>, host: string): Ports {
	const ports = hosts.get(host) ?? new Map();
	hosts.set(host, ports);
	return ports;
}

function at(ports: Ports | undefined, port: number | null, use: "grant" | "deny"): string | null {
	if (ports === undefined) return null;
	const every = ports.get(null);
	if (every !== undefined) return every;
	if (port !== null) return ports.get(port) ?? null;
	return use === "deny" ? (ports.values().next().value ?? null) : null;
}

/** Walks up the labels: `*.a.b` matches `x.a.b` and `y.x.a.b`, not `a.b`. */
function below(suffixes: ReadonlyMap<string, Ports>, name: string, port: number | null, use: "grant" | "deny"): string | null {
	if (suffixes.size === 0) return null;
	for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
		const found = at(suffixes.get(name.slice(dot + 1)), port, use);
		if (found !== null) return found;
	}
	return null;
}

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

/** Prepares the comparison of entries with one list: whether one of it holds an entry; text that is not an entry is held by none. */
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
