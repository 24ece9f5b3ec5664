import { canonicalHost, compileHostSet } from "../match/index.ts";
import type { Terms, Writ } from "../vocabulary/index.ts";
import type { MatchedEntry, StepDetail } from "./explanation.ts";
import { findSource } from "./find-source.ts";

export type HostDetail = Extract<StepDetail, { readonly kind: "host" }>;

/** A host and port in one text (`[::1]:443`), canonical where it can be. */
export function hostText(host: string, port: number): string {
	const canonical = canonicalHost(host);
	const name = canonical.ok ? canonical.host.name : host;
	return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** One host, and every entry that matches it. */
export function hostDetail(writ: Writ, terms: Terms, host: string, port: number): HostDetail {
	const canonical = canonicalHost(host);
	if (!canonical.ok) return { kind: "host", host: hostText(host, port), matches: [] };
	const look = (dimension: string, set: readonly string[], use: "grant" | "deny"): readonly MatchedEntry[] => {
		const entry = compileHostSet(set, use).match(canonical.host, port);
		if (entry === null) return [];
		const source = findSource(writ, dimension, entry);
		return [{ dimension, entry, ...(source === undefined ? {} : { source }) }];
	};
	const { allow, deny } = terms.network;
	return {
		kind: "host",
		host: hostText(host, port),
		matches: [...look("network.deny", deny, "deny"), ...allow.flatMap((set) => look("network.allow", set, "grant"))],
	};
}

const PORTS: Readonly<Record<string, number>> = {
	"http:": 80,
	"https:": 443,
	"ws:": 80,
	"wss:": 443,
	"ftp:": 21,
	"ssh:": 22,
	"git:": 9418,
	"sftp:": 22,
};

/** The host and port of a URL or host name as a tool is given it. */
export function addressOf(text: string): { readonly host: string; readonly port: number } | null {
	const url = URL.parse(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) ? text : `https://${text}`);
	if (url === null || url.hostname === "") return null;
	const port = url.port === "" ? PORTS[url.protocol] : Number(url.port);
	return port === undefined ? null : { host: url.hostname, port };
}
