import type { AnyOf } from "../../vocabulary/index.ts";
import type { Host } from "./canonical-host.ts";
import { parseHostEntry } from "./parse-host-entry.ts";

/** A compiled list of host entries. */
export interface HostMatcher {
	/** The entry that matches, or `null`. A port that is not known (`null`) may be any: all must be granted, and one denied is enough. */
	readonly match: (host: Host, port: number | null) => string | null;
	readonly empty: boolean;
}

/**
 * Compiles host entries. In a list of grants `*` never means an address; in a list of denials it means everything.
 * Text that is no entry grants nothing and denies everything.
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
export function isLocal(name: string): boolean {
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
