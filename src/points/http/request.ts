import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";

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

/** Bodies are JSON in UTF-8 and nothing else. */
export function acceptJson(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(/^application\/(.+\+)?json\b/, { parseAs: "buffer" }, (_, bytes, finish) => {
		try {
			const text = UTF8.decode(bytes as Buffer);
			finish(null, text.trim() === "" ? undefined : JSON.parse(text));
		} catch (error) {
			finish(
				Object.assign(new Error(`Invalid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`), { statusCode: 400 }),
			);
		}
	});
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
