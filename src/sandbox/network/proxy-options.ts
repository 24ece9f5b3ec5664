import type { Socket } from "node:net";
import { type AllOf, type Effect, parseHostEntry, type ReasonCode } from "../../engine/index.ts";

/** What the proxy of one agent is given: it decides and records nothing itself. */
export interface ProxyOptions {
	/** Judges a host (canonical) and a port by the agent's writ as it is now. It does not record: `record` does. */
	readonly decide: (host: string, port: number) => Promise<ProxyDecision>;
	/** Awaited before an answer leaves; when it fails, the answer is a denial. */
	readonly record: (event: ProxyEvent) => Promise<void>;
	/** Ports that the writ gives as exact `localhost:PORT` entries (`localPorts`). */
	readonly localPorts: ReadonlySet<number>;
	/** The addresses of a name, as this machine sees them. */
	readonly resolve?: (name: string) => Promise<readonly string[]>;
	/** Connects to an address, never to a name. */
	readonly connect?: (address: string, port: number, timeoutMs: number) => Promise<Socket>;
	readonly limits?: Partial<ProxyLimits>;
}

export interface ProxyDecision {
	/** Only `allow` lets anything through: who can answer an `ask` has answered before. */
	readonly effect: Effect;
	readonly code: ReasonCode;
	readonly message: string;
}

/** One line of the record: each request is `decided` once, and an allowed one `ended` once, with its bytes. */
export interface ProxyEvent {
	readonly event: "decided" | "ended";
	readonly form: "connect" | "http" | "forward";
	/** Canonical; of a target that could not be read, its text. */
	readonly host: string;
	/** `null` when the target could not be read. */
	readonly port: number | null;
	readonly effect: "allow" | "deny";
	readonly code: ReasonCode;
	readonly message: string;
	/** What the proxy is connected to. */
	readonly address: string | null;
	/** From the agent to the host. */
	readonly sentBytes: number;
	readonly receivedBytes: number;
}

export interface ProxyLimits {
	/** Connections at the same time. */
	readonly connections: number;
	readonly headerBytes: number;
	/** Until the first request of a connection is complete. */
	readonly headersMs: number;
	readonly resolveMs: number;
	/** For each address that is tried. */
	readonly connectMs: number;
	/** Without a byte in either direction. */
	readonly idleMs: number;
}

export const DEFAULT_LIMITS: ProxyLimits = {
	connections: 256,
	headerBytes: 16_384,
	headersMs: 30_000,
	resolveMs: 10_000,
	connectMs: 10_000,
	idleMs: 600_000,
};

/** The options with everything that was left out. */
export interface ProxyContext extends Required<Omit<ProxyOptions, "limits">> {
	readonly limits: ProxyLimits;
}

/** Ports that every list of `network.allow` names together with exactly this host: `localhost:3000`, never `localhost` or `*`. */
export function localPorts(allow: AllOf, host: "localhost" | "127.0.0.1"): ReadonlySet<number> {
	const [first, ...others] = allow.map((entries) => portsIn(entries, host));
	return new Set([...(first ?? [])].filter((port) => others.every((ports) => ports.has(port))));
}

function portsIn(entries: readonly string[], host: string): ReadonlySet<number> {
	const ports = entries.flatMap((text) => {
		const parsed = parseHostEntry(text);
		if (!parsed.ok || parsed.entry.host !== host || parsed.entry.port === null) return [];
		return parsed.entry.kind === "name" || parsed.entry.kind === "literal" ? [parsed.entry.port] : [];
	});
	return new Set(ports);
}
