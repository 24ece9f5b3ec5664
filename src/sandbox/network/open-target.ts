import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ReasonCode } from "../../engine/index.ts";
import { judgeTarget, type TargetDecision } from "./judge-target.ts";
import type { ProxyContext, ProxyEvent } from "./proxy-options.ts";
import type { Target, TargetOutcome } from "./read-target.ts";

/** A connection to the target, or the answer that the agent gets instead. */
type Opened = { readonly ok: true; readonly socket: Socket } | { readonly ok: false; readonly refusal: ProxyRefusal };

export interface ProxyRefusal {
	readonly status: 403 | 502 | 503;
	readonly code: ReasonCode | "unreachable" | "too-many-connections";
	readonly message: string;
}

/** Judges a request, records that, and only then connects; when the connection is over its bytes are recorded. */
export async function openTarget(outcome: TargetOutcome, form: ProxyEvent["form"], context: ProxyContext): Promise<Opened> {
	const verdict: TargetDecision = outcome.ok
		? await judgeTarget(outcome.target, context)
		: { effect: "deny", code: "host-not-allowed", message: outcome.message };
	const place = outcome.ok ? outcome.target : { host: outcome.shown, port: null };
	const decided: ProxyEvent = {
		event: "decided",
		form,
		host: place.host,
		port: place.port,
		effect: verdict.effect,
		code: verdict.code,
		message: verdict.message,
		address: verdict.effect === "allow" ? (verdict.addresses[0] ?? null) : null,
		sentBytes: 0,
		receivedBytes: 0,
	};
	try {
		await context.record(decided);
	} catch {
		return refuse(403, "authority-unavailable", "The decision could not be recorded.");
	}
	if (verdict.effect !== "allow" || !outcome.ok) return refuse(403, verdict.code, verdict.message);
	return await connectFirst(outcome.target, verdict.addresses, decided, context);
}

async function connectFirst(
	{ host, port }: Target,
	addresses: readonly string[],
	decided: ProxyEvent,
	context: ProxyContext,
): Promise<Opened> {
	const ended = (address: string | null, sentBytes: number, receivedBytes: number): void => {
		// What failed here was reported where it failed; the connection is over either way.
		context.record({ ...decided, event: "ended", address, sentBytes, receivedBytes }).catch(() => undefined);
	};
	for (const address of addresses) {
		const socket = await context.connect(address, port, context.limits.connectMs).catch(() => undefined);
		if (socket === undefined) continue;
		socket.on("error", () => undefined);
		socket.once("close", () => ended(address, socket.bytesWritten, socket.bytesRead));
		return { ok: true, socket };
	}
	ended(null, 0, 0);
	const why = addresses.length === 0 ? "its name has no address" : "it does not answer";
	return refuse(502, "unreachable", `'${host}:${port}' may be reached, but ${why}.`);
}

function refuse(status: ProxyRefusal["status"], code: ProxyRefusal["code"], message: string): Opened {
	return { ok: false, refusal: { status, code, message } };
}

/** The body of a refusal: JSON, so that nothing that an agent wrote can pass for anything else. */
export function refusalBody({ code, message }: ProxyRefusal): string {
	return `${JSON.stringify({ code, message })}\n`;
}

/** The head lines of a refusal that every form shares. */
export function refusalHeaders(refusal: ProxyRefusal): Readonly<Record<string, string>> {
	return {
		"content-type": "application/json",
		"content-length": String(Buffer.byteLength(refusalBody(refusal))),
		"x-writ-code": refusal.code,
	};
}

/** A whole HTTP/1.1 answer, after which the connection closes. */
export function refusalText(refusal: ProxyRefusal): string {
	const lines = Object.entries({ ...refusalHeaders(refusal), connection: "close" }).map(([name, value]) => `${name}: ${value}`);
	return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, "", refusalBody(refusal)].join("\r\n");
}
