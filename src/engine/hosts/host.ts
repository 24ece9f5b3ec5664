/** A host as the engine compares it: lower case, ASCII, no final dot; IPv6 without brackets, mapped IPv4 as IPv4. */
export interface Host {
	readonly name: string;
	/** An address instead of a name, in whatever spelling it came. */
	readonly literal: boolean;
}

/**
 * The canonical form of a host name or address, or why it is not one.
 *
 * SECURITY: one host has many spellings (`0x7f.1`, `2130706433`, `[::ffff:127.0.0.1]`, `EXAMPLE.com.`, full-width letters);
 * all of them must meet the same entry. The parser is the one that clients use, so both read a spelling alike (host.test.ts).
 */
export function canonicalHost(text: string): { readonly ok: true; readonly host: Host } | { readonly ok: false; readonly why: string } {
	if (text === "") return { ok: false, why: "the host is empty" };
	if (text.length > LONGEST_TEXT) return { ok: false, why: "the host is too long" };
	if (FORBIDDEN.test(text)) return { ok: false, why: "the host holds a character that no host has" };
	const address = bareAddress(text);
	if (address === undefined && /[:[\]]/.test(text)) return { ok: false, why: "the host holds a character that no host has" };
	const parsed = parse(address === undefined ? text : `[${address}]`);
	if (parsed === undefined) return { ok: false, why: "it is not a host name or an address" };
	if (parsed.startsWith("[")) return { ok: true, host: { name: unmapped(parsed.slice(1, -1)), literal: true } };
	const name = parsed.endsWith(".") ? parsed.slice(0, -1) : parsed;
	if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return { ok: true, host: { name, literal: true } };
	if (name.length > 253) return { ok: false, why: "the host is too long" };
	if (!name.split(".").every((label) => label !== "" && label.length <= 63))
		return { ok: false, why: "a label of the host is empty or too long" };
	return { ok: true, host: { name, literal: false } };
}

const LONGEST_TEXT = 1024;

/** What would end the host, hide in it, or be decoded by a URL parser. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0020\u007f-\u009f#%/<>?@\\^|*`{}"]/;

/** An IPv6 address without its brackets, if the text looks like one. */
function bareAddress(text: string): string | undefined {
	if (text.startsWith("[") && text.endsWith("]")) return text.slice(1, -1);
	return /^[0-9a-f:.]+$/i.test(text) && text.indexOf(":") !== text.lastIndexOf(":") ? text : undefined;
}

function parse(host: string): string | undefined {
	const url = URL.parse(`http://${host}/`);
	return url === null || url.hostname === "" ? undefined : url.hostname;
}

/** An IPv4 address that is written as IPv6 (`::ffff:7f00:1`) as what it is. */
function unmapped(address: string): string {
	const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
	if (match === null) return address;
	const high = Number.parseInt(match[1] ?? "0", 16);
	const low = Number.parseInt(match[2] ?? "0", 16);
	return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

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

type HostEntryOutcome =
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

/** The host and the port of an entry; `undefined` for a port that is not one. */
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
