/** A host as the engine compares it: lower case, ASCII, no final dot; IPv6 without brackets, mapped IPv4 as IPv4. */
export interface Host {
	readonly name: string;
	/** An address instead of a name, in whatever spelling it came. */
	readonly literal: boolean;
}

/**
 * The canonical form of a host name or address, or why it is none.
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
