import { canonicalHost, compileHostSet, type HostMatcher, readAddress } from "../hosts/index.ts";
import type { Terms } from "../language/index.ts";
import { showText } from "../shapes/index.ts";
import { rememberPart } from "./memory/compiled.ts";
import { asked, denied, type Outcome } from "./outcome.ts";

interface CompiledHosts {
	readonly allow: readonly HostMatcher[];
	readonly deny: HostMatcher;
}

/** Judges one connection; a port outside 1–65535 is not a connection, and one that is not known (`null`) may be any. */
export function checkHost(terms: Terms, host: string, port: number | null): Outcome | null {
	const canonical = canonicalHost(host);
	if (!canonical.ok) return denied("host-not-allowed", `'${host.slice(0, 200)}' is not a host: ${canonical.why}`);
	if (port !== null && (!Number.isInteger(port) || port < 1 || port > 65_535)) return denied("host-not-allowed", `${port} is not a port`);
	const name = canonical.host.literal && canonical.host.name.includes(":") ? `[${canonical.host.name}]` : canonical.host.name;
	const place = port === null ? name : `${name}:${port}`;
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

/** Judges a URL or host as a tool is given it. */
export function checkAddress(terms: Terms, text: string): Outcome | null {
	const read = readAddress(text);
	if (!read.ok) return denied("host-not-allowed", `'${showText(text.slice(0, 200))}' may not be reached: ${read.why}`);
	return checkHost(terms, read.address.host, read.address.port);
}

/** Judges a URL or host that a program is told to reach: one that programs read in different ways is asked about. */
export function checkProgramAddress(terms: Terms, text: string): Outcome | null {
	const outcome = checkAddress(terms, text);
	if (outcome !== null) return outcome;
	const read = readAddress(text);
	if (read.ok && read.address.plain) return null;
	return asked("command-dynamic", `Where '${showText(text.slice(0, 200))}' leads depends on the program: write scheme://host:port/path`);
}

const hostsOf = rememberPart(
	({ allow, deny }: Terms["network"]): CompiledHosts => ({
		allow: allow.map((set) => compileHostSet(set, "grant")),
		deny: compileHostSet(deny, "deny"),
	}),
);
