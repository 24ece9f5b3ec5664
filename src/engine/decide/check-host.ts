import { canonicalHost, compileHostSet, type HostMatcher } from "../match/index.ts";
import type { Terms } from "../vocabulary/index.ts";
import { denied, type Outcome } from "./outcome.ts";

interface CompiledHosts {
	readonly allow: readonly HostMatcher[];
	readonly deny: HostMatcher;
}

const compiled = new WeakMap<Terms["network"], CompiledHosts>();

/** Judges one connection; a port outside 1–65535 is no connection. */
export function checkHost(terms: Terms, host: string, port: number): Outcome | null {
	const canonical = canonicalHost(host);
	if (!canonical.ok) return denied("host-not-allowed", `'${host.slice(0, 200)}' is no host: ${canonical.why}`);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) return denied("host-not-allowed", `${port} is no port`);
	const place = `${canonical.host.literal && canonical.host.name.includes(":") ? `[${canonical.host.name}]` : canonical.host.name}:${port}`;
	const { allow, deny } = hostsOf(terms.network);
	const forbidden = deny.match(canonical.host, port);
	if (forbidden !== null) return denied("host-denied", `'${place}' is denied by ${forbidden}`, { rule: forbidden });
	if (!terms.capabilities.network_access)
		return denied("host-not-allowed", `'${place}' may not be reached: the agent has no network access`, {
			remedy: "capabilities.network_access: true",
		});
	for (const set of allow) {
		if (set.match(canonical.host, port) === null)
			return denied("host-not-allowed", `'${place}' is not in network.allow`, { remedy: `network.allow: ["${place}"]` });
	}
	return null;
}

/** Judges a URL, `host:port` or plain host as a program or tool is given it. */
export function checkAddress(terms: Terms, text: string): Outcome | null {
	const address = readAddress(text);
	if (address === null) return denied("host-not-allowed", `'${text.slice(0, 200)}' names no host`);
	return checkHost(terms, address.host, address.port);
}

const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ws: 80, wss: 443, ftp: 21, ssh: 22, git: 9418, sftp: 22 };

/** SECURITY: the host is what a client would connect to, not what a reader sees first (`https://good@evil/`, `good.com.evil`). */
export function readAddress(text: string): { readonly host: string; readonly port: number } | null {
	const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
	const url = URL.parse(scheme === undefined ? `https://${text}` : text);
	if (url === null || url.hostname === "") return null;
	const port = url.port === "" ? (PORTS[scheme ?? "https"] ?? null) : Number(url.port);
	if (port === null) return null;
	return { host: url.hostname, port };
}

function hostsOf(network: Terms["network"]): CompiledHosts {
	let hosts = compiled.get(network);
	if (hosts === undefined) {
		hosts = { allow: network.allow.map((set) => compileHostSet(set, "grant")), deny: compileHostSet(network.deny, "deny") };
		compiled.set(network, hosts);
	}
	return hosts;
}
