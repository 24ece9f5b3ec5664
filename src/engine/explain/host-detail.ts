import { type Address, canonicalHost, compileHostSet, readAddress } from "../match/index.ts";
import type { Terms, Writ } from "../vocabulary/index.ts";
import type { MatchedEntry, StepDetail } from "./explanation.ts";
import { findSource } from "./find-source.ts";

export type HostDetail = Extract<StepDetail, { readonly kind: "host" }>;

/** A host and port in one text (`[::1]:443`), canonical where it can be. */
export function hostText(host: string, port: number | null): string {
	const canonical = canonicalHost(host);
	const name = canonical.ok ? canonical.host.name : host;
	const shown = name.includes(":") ? `[${name}]` : name;
	return port === null ? shown : `${shown}:${port}`;
}

/** One host, and every entry that matches it. */
export function hostDetail(writ: Writ, terms: Terms, host: string, port: number | null): HostDetail {
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

/** The host and port of a URL or host name as a tool is given it. */
export function addressOf(text: string): Pick<Address, "host" | "port"> | null {
	const read = readAddress(text);
	return read.ok ? read.address : null;
}
