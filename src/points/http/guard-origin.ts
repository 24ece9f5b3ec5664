import type { IncomingMessage } from "node:http";

/** Whether a request comes from a page of this server or from no page at all; the reason when it does not. */
export function guardOrigin(request: Pick<IncomingMessage, "headers" | "rawHeaders" | "url">, own: OwnNames): string | null {
	// SECURITY: a page of another site that lets its own name point here must not be answered, nor one that calls across.
	for (const host of hostsOf(request)) if (!own.hosts().has(host)) return `Host '${host.slice(0, 255)}' is not a name of this server`;
	const { origin } = request.headers;
	if (origin !== undefined && !own.origins().has(origin.toLowerCase())) return "Requests of other sites' pages are refused";
	return null;
}

/**
 * Every name under which a request asks for this server.
 * SECURITY: Node keeps the first of several Host headers, and the router drops the name of a whole address, so both are looked at here:
 * what stands before this server may go by the other one (test/rest/attack.test.ts).
 */
function hostsOf({ headers, rawHeaders, url = "" }: Pick<IncomingMessage, "headers" | "rawHeaders" | "url">): readonly string[] {
	const said = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
	// Several together are not a name, whatever each of them says.
	const hosts = [said.length > 1 ? said.join(", ") : (headers.host ?? "")];
	if (!url.startsWith("/") && url !== "*") hosts.push(/^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? url);
	return hosts.map((host) => host.toLowerCase());
}

/** The names under which this server is reached. */
export interface OwnNames {
	readonly hosts: () => ReadonlySet<string>;
	readonly origins: () => ReadonlySet<string>;
}

/** Loopback with the port that is listened on, and what people configured (`host:port`). */
export function ownNames(port: number, configured: readonly string[]): OwnNames {
	const local = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
	const hosts = new Set([...local, ...configured.map((name) => name.toLowerCase())]);
	const origins = new Set([
		...local.map((host) => `http://${host}`),
		...configured.flatMap((name) => [`https://${name}`, `http://${name}`]),
	]);
	return { hosts: () => hosts, origins: () => origins };
}

/** What every answer says to a browser: show nothing of others, be shown by no other, keep nothing. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
	"Content-Security-Policy":
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "no-referrer",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cache-Control": "no-store",
};
