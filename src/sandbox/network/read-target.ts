import { canonicalHost } from "../../engine/index.ts";

/** Where a request wants to go, in the one canonical spelling. */
export interface Target {
	/** A name, or an address without brackets. */
	readonly host: string;
	readonly literal: boolean;
	readonly port: number;
}

/** A target, or why the text names none. `shown` is what may stand in a record. */
export type TargetOutcome =
	| { readonly ok: true; readonly target: Target }
	| { readonly ok: false; readonly message: string; readonly shown: string };

/** Reads the target of CONNECT: `host:port`, both there. */
export function readConnectTarget(text: string): TargetOutcome {
	return readAuthority(text, null);
}

/**
 * Reads the target of a plain request: an absolute `http` URL, and what to ask the host for.
 *
 * SECURITY: by hand, because URL parsers repair (`http:\\a`, a tab in the name, `http:a`); what needs repair is refused
 * (read-target.test.ts). The Host header is never read.
 */
export function readRequestTarget(text: string): TargetOutcome & { readonly path: string } {
	const match = /^http:\/\/([^/?#]*)([/?][^#]*)?$/i.exec(text);
	if (match === null) return { ...refused("The request line names no http:// target; use CONNECT for everything else.", text), path: "" };
	const rest = match[2] ?? "/";
	const path = rest.startsWith("?") ? `/${rest}` : rest;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
	if (/[\u0000-\u0020\u007f]/.test(path)) return { ...refused("The path holds a character that no path has.", text), path: "" };
	return { ...readAuthority(match[1] ?? "", 80), path };
}

function readAuthority(text: string, defaultPort: number | null): TargetOutcome {
	// SECURITY: `good.example@evil.example` reads as one host and means the other.
	if (text.includes("@")) return refused("A user name or password in the target is not accepted.", text.slice(text.lastIndexOf("@") + 1));
	const match = /^(\[[^[\]]*\]|[^:[\]]*)(?::(.*))?$/.exec(text);
	if (match === null) return refused("The target is not a host and a port.", text);
	const port = match[2] === undefined ? defaultPort : readPort(match[2]);
	if (port === null) return refused("The port is not a number from 1 to 65535.", text);
	const read = canonicalHost(match[1] ?? "");
	if (!read.ok) return refused(`The target is not a host: ${read.why}.`, text);
	return { ok: true, target: { host: read.host.name, literal: read.host.literal, port } };
}

function readPort(digits: string): number | null {
	return /^[1-9]\d{0,4}$/.test(digits) && Number(digits) <= 65_535 ? Number(digits) : null;
}

function refused(message: string, text: string): TargetOutcome & { readonly ok: false } {
	// SECURITY: a path or query may hold a secret; records get the beginning of the authority only.
	const [shown = ""] = text.replace(/^[a-z]+:\/\//i, "").split(/[/?#]/);
	return { ok: false, message, shown: shown.slice(shown.lastIndexOf("@") + 1).slice(0, 200) };
}
