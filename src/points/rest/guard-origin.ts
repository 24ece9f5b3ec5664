/** Whether a request comes from a page of this server or from no page at all; the reason when it does not. */
export function guardOrigin(
	headers: { readonly host?: string | undefined; readonly origin?: string | undefined; readonly "sec-fetch-site"?: unknown },
	own: OwnNames,
): string | null {
	// SECURITY: a page of another site that lets its own name point here must not be answered, nor one that calls across.
	const host = (headers.host ?? "").toLowerCase();
	if (!own.hosts().has(host)) return `Host '${host.slice(0, 255)}' is not a name of this server`;
	const { origin } = headers;
	if (origin !== undefined && !own.origins().has(origin.toLowerCase())) return "Requests of other sites' pages are refused";
	return null;
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
