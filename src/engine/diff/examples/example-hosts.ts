import { parseHostEntry } from "../../match/index.ts";
import type { NetworkRequest } from "../../vocabulary/index.ts";

/** Connections that a host entry matches. */
export function exampleHosts(entry: string): readonly NetworkRequest[] {
	const parsed = parseHostEntry(entry === "everything" ? "*" : entry);
	if (!parsed.ok) return [];
	const { kind, host, port } = parsed.entry;
	const hosts = {
		name: [host],
		literal: [host],
		suffix: [`www.${host}`, `a.b.${host}`],
		any: ["example.com", "www.example.org", "203.0.113.7"],
	}[kind];
	const ports = port === null ? [443, 80, 8443] : [port];
	return ports.flatMap((one) => hosts.map((name) => ({ kind: "network", host: name, port: one }) as const));
}
