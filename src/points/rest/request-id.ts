import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: the caller's own where it is a plain word, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
	const given = headers["x-request-id"];
	return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/** The conversation that a request belongs to: the caller's word, else the request itself. */
export function correlationOf({ headers, id }: { readonly headers: IncomingHttpHeaders; readonly id: string }): string {
	const given = headers["x-correlation-id"];
	return typeof given === "string" && REQUEST_ID.test(given) ? given : id;
}
