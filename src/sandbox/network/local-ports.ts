import { type AllOf, parseHostEntry } from "../../engine/index.ts";

/** Ports that every list of `network.allow` names together with exactly this host: `localhost:3000`, never `localhost` or `*`. */
export function localPorts(allow: AllOf, host: "localhost" | "127.0.0.1"): ReadonlySet<number> {
	const [first, ...others] = allow.map((entries) => portsIn(entries, host));
	return new Set([...(first ?? [])].filter((port) => others.every((ports) => ports.has(port))));
}

function portsIn(entries: readonly string[], host: string): ReadonlySet<number> {
	const ports = entries.flatMap((text) => {
		const parsed = parseHostEntry(text);
		if (!parsed.ok || parsed.entry.host !== host || parsed.entry.port === null) return [];
		return parsed.entry.kind === "name" || parsed.entry.kind === "literal" ? [parsed.entry.port] : [];
	});
	return new Set(ports);
}
