import { canonicalHost } from "./canonical-host.ts";

/** An entry of a host list. */
export interface HostEntry {
	/** Canonical: `host`, `host:port`, `*.suffix`, `*`, `[::1]:443`. */
	readonly text: string;
	readonly kind: "name" | "literal" | "suffix" | "any";
	/** The name, address or suffix; `""` for any. */
	readonly host: string;
	/** `null` = every port. */
	readonly port: number | null;
}

export type HostEntryOutcome =
	| { readonly ok: true; readonly entry: HostEntry }
	| { readonly ok: false; readonly message: string; readonly hint: string };

/** Reads `host`, `host:port`, `*.suffix` or `*`, or says what is wrong with it. */
export function parseHostEntry(text: string): HostEntryOutcome {
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return bad("an entry is a host, not a URL", "write the host alone, with :port if it matters");
	const { host, port } = splitPort(text);
	if (port === undefined) return bad("the port is not a number from 1 to 65535", "write host:443, or leave the port out");
	if (host.includes("/")) return bad("an entry has no path and no network mask", "write the host alone");
	if (host === "*") return done("any", "", port);
	const suffix = host.startsWith("*.") ? host.slice(2) : undefined;
	if ((suffix ?? host).includes("*")) return bad("'*' stands alone or before the first dot", "write *.example.com or *");
	const read = canonicalHost(suffix ?? host);
	if (!read.ok) return bad(read.why, "write a host name such as docs.example.com, or an address");
	if (!read.host.literal) return done(suffix === undefined ? "name" : "suffix", read.host.name, port);
	if (suffix !== undefined) return bad("an address has no names below it", "write the address alone");
	return done("literal", read.host.name, port);
}

/** The host and the port of an entry; `undefined` for a port that is none. */
function splitPort(text: string): { readonly host: string; readonly port: number | null | undefined } {
	const match = /^(\[[^\]]*\]|[^:]*):([^:]*)$/.exec(text);
	if (match === null) return { host: text, port: null };
	const digits = match[2] ?? "";
	const port = /^[1-9]\d{0,4}$/.test(digits) ? Number(digits) : undefined;
	return { host: match[1] ?? "", port: port !== undefined && port <= 65535 ? port : undefined };
}

function done(kind: HostEntry["kind"], host: string, port: number | null): HostEntryOutcome {
	const shown = { name: host, literal: host.includes(":") ? `[${host}]` : host, suffix: `*.${host}`, any: "*" }[kind];
	return { ok: true, entry: Object.freeze({ text: port === null ? shown : `${shown}:${port}`, kind, host, port }) };
}

function bad(message: string, hint: string): HostEntryOutcome {
	return { ok: false, message, hint };
}
