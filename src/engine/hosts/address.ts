/** Where a URL, `host:port` or plain host leads. */
export interface Address {
	readonly host: string;
	/** `null` = the text does not say which: it may be any. */
	readonly port: number | null;
	/** The text has no spelling that some client reads in another way. */
	readonly plain: boolean;
}

export type AddressOutcome = { readonly ok: true; readonly address: Address } | { readonly ok: false; readonly why: string };

/**
 * Reads where a client that is given this text connects to.
 *
 * SECURITY: clients do not agree on what a URL is. The host is the one that the WHATWG's reading (browsers, Node) and that of
 * RFC 3986 (curl, wget, most libraries) both find; where they find two, there is no answer (`http://a\@b/` is a for one and b
 * for the other). What both read alike may still be misread by a third, so only the closed form is `plain`
 * ([finding-10-url], address.test.ts; test/programs/urls.test.ts asks the real clients).
 */
export function readAddress(text: string): AddressOutcome {
	const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
	const whole = scheme === undefined ? `http://${text}` : text;
	const url = URL.parse(whole);
	if (url === null || url.hostname === "") return { ok: false, why: "it names no host" };
	const generic = genericHost(whole);
	if (generic === null || generic.host !== url.hostname.toLowerCase())
		return { ok: false, why: "which host it names depends on who reads it" };
	const said = generic.port === "" ? null : Number(generic.port);
	if (said !== null && said !== (url.port === "" ? (scheme === undefined ? 80 : PORTS[scheme]) : Number(url.port)))
		return { ok: false, why: "which port it names depends on who reads it" };
	const port = said ?? (scheme === undefined ? null : PORTS[scheme]);
	if (port === undefined) return { ok: false, why: `the port of ${scheme} is not known` };
	return { ok: true, address: { host: generic.host, port, plain: isPlain(text, scheme) } };
}

const PORTS: Readonly<Record<string, number>> = {
	http: 80,
	https: 443,
	ws: 80,
	wss: 443,
	ftp: 21,
	ftps: 990,
	ssh: 22,
	"git+ssh": 22,
	"ssh+git": 22,
	sftp: 22,
	git: 9418,
};

/** Host and port by the generic syntax: the authority ends at `/`, `?` or `#`, user information at its last `@`. */
function genericHost(url: string): { readonly host: string; readonly port: string } | null {
	const authority = /^[^:/?#]+:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
	const place = authority.slice(authority.lastIndexOf("@") + 1);
	const parts = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d*))?$/.exec(place);
	return parts === null ? null : { host: (parts[1] ?? "").toLowerCase(), port: parts[2] ?? "" };
}

/** Letters, digits, dots and dashes, a port, then a path: nothing before the path that a client could take for something else. */
const HOST = "[A-Za-z0-9_][A-Za-z0-9._-]*";
const REST = "(?:/[^\\u0000-\\u0020\\u007f-\\u009f\\u2028\\u2029]*)?$";
const WITH_SCHEME = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*://${HOST}(?::[0-9]{1,5})?${REST}`);
/** The name before `@` is how ssh takes its user, and no secret. */
const OVER_SSH = new RegExp(`^[A-Za-z+]+://(?:[A-Za-z0-9._-]+@)?${HOST}(?::[0-9]{1,5})?${REST}`);
const WITHOUT_SCHEME = new RegExp(`^${HOST}(?::[0-9]{1,5})?${REST}`);
const USER_AT_HOST = new RegExp(`^[A-Za-z0-9._-]+@${HOST}$`);

function isPlain(text: string, scheme: string | undefined): boolean {
	if (scheme === undefined) return WITHOUT_SCHEME.test(text) || USER_AT_HOST.test(text);
	return WITH_SCHEME.test(text) || ((PORTS[scheme] ?? 0) === 22 && OVER_SSH.test(text));
}
