import { STATUS_CODES } from "node:http";
import type { Refusal } from "./open-target.ts";

/** The body of a refusal: JSON, so that nothing that an agent wrote can pass for anything else. */
export function refusalBody({ code, message }: Refusal): string {
	return `${JSON.stringify({ code, message })}\n`;
}

/** The head lines of a refusal that every form shares. */
export function refusalHeaders(refusal: Refusal): Readonly<Record<string, string>> {
	return {
		"content-type": "application/json",
		"content-length": String(Buffer.byteLength(refusalBody(refusal))),
		"x-writ-code": refusal.code,
	};
}

/** A whole HTTP/1.1 answer, after which the connection closes. */
export function refusalText(refusal: Refusal): string {
	const lines = Object.entries({ ...refusalHeaders(refusal), connection: "close" }).map(([name, value]) => `${name}: ${value}`);
	return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, "", refusalBody(refusal)].join("\r\n");
}
