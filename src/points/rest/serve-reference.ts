import type { FastifyInstance } from "fastify";
import { give } from "./give.ts";
import { loginPage, REFERENCE_SCRIPT, REFERENCE_STYLE, referencePage } from "./reference/index.ts";
import { type Door, enter } from "./visit-route.ts";

/** Where the reference page and its two files are. */
export const REFERENCE_PATHS: readonly string[] = ["/reference", "/reference.css", "/reference.js"];

/** Serves the OpenAPI document as a page, to whoever may read the document. */
export function addReference(app: FastifyInstance, door: Door, document: Parameters<typeof referencePage>[0]): void {
	app.get("/reference", async (request, reply) => {
		const identity = await enter(door, request);
		if (identity.ok) {
			// SECURITY: the host was compared with the names of this server before.
			const page = referencePage(document, `http://${request.headers.host ?? ""}`);
			return give(reply, request.id, { status: 200, type: HTML, body: page });
		}
		// A browser that has no session is a person's: what to do is said in a page.
		const isPerson = identity.reply.status === 401 && (request.headers.accept ?? "").includes("text/html");
		return give(reply, request.id, isPerson ? { ...identity.reply, type: HTML, body: loginPage() } : identity.reply);
	});
	for (const [path, type, body] of [
		["/reference.css", "text/css; charset=utf-8", REFERENCE_STYLE],
		["/reference.js", "text/javascript; charset=utf-8", REFERENCE_SCRIPT],
	] as const)
		app.get(path, async (request, reply) => give(reply, request.id, { status: 200, type, body }));
}

const HTML = "text/html; charset=utf-8";
