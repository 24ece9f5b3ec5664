import { parseHostEntry, type Writ } from "../../engine/index.ts";
import type { SandboxPlan } from "./sandbox-plan.ts";

const FIRST_PORT = 17_171;

/** Whether there is a way out: only when the writ has the capability and names a host in every one of its lists. */
export function planNetwork({ terms }: Writ): SandboxPlan["network"] {
	const { allow } = terms.network;
	const allowed = terms.capabilities.network_access && allow.length > 0 && allow.every((hosts) => hosts.length > 0);
	return { allow: allowed, unixSockets: terms.sandbox.unix_sockets, proxyPort: allowed ? freePort(allow.flat()) : null };
}

/** A port that no listed address of this machine needs for itself inside. */
function freePort(hosts: readonly string[]): number {
	const taken = new Set(
		hosts.flatMap((text) => {
			const read = parseHostEntry(text);
			return read.ok && read.entry.port !== null ? [read.entry.port] : [];
		}),
	);
	let port = FIRST_PORT;
	while (taken.has(port)) port++;
	return port;
}
