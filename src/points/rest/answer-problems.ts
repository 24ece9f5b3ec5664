import type { FastifyInstance } from "fastify";
import type { Authority } from "../../authority/index.ts";
import { WritError } from "../../platform/index.ts";
import { give } from "./give.ts";
import { problem } from "./problem.ts";
import type { RestReply, RestRoute } from "./rest-route.ts";

/** The largest body. */
export const BODY_LIMIT = 1024 * 1024;

/** A body that nobody reads to its end. */
export function tooLarge(limit: number = BODY_LIMIT): RestReply {
	return { ...problem(413, "too-large", `The body is larger than ${limit} bytes`), headers: { Connection: "close" } };
}

/** Whatever goes wrong outside of the routes is a problem of the same form; a fault of ours tells nothing of itself. */
export function answerProblems(app: FastifyInstance, authority: Authority, routes: readonly Pick<RestRoute, "method" | "path">[]): void {
	const patterns = routes.map(({ method, path }) => ({ method, expression: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));
	app.setNotFoundHandler((request, reply) => {
		const [path = ""] = request.url.split("?");
		const allowed = patterns.filter(({ expression }) => expression.test(path)).map(({ method }) => method);
		if (allowed.length === 0) return give(reply, request.id, problem(404, "not-found", "There is no such route: see /openapi.json"));
		const refused = problem(405, "wrong-method", `${request.method} is not answered here`);
		return give(reply, request.id, { ...refused, headers: { Allow: [...new Set(allowed)].join(", ") } });
	});
	app.setErrorHandler(
		(
			error: { readonly statusCode?: number; readonly code?: string; readonly message: string; readonly stack?: string },
			request,
			reply,
		) => {
			if (error instanceof WritError && error.code === "invalid-cursor")
				return give(reply, request.id, problem(400, "invalid-request", error.message, { pointer: "/cursor" }));
			const status = error.statusCode ?? 500;
			if (status === 413) return give(reply, request.id, tooLarge(request.routeOptions.bodyLimit));
			if (status === 415) return give(reply, request.id, problem(415, "wrong-media-type", "Send JSON: Content-Type: application/json"));
			if (status >= 400 && status < 500) return give(reply, request.id, problem(status, "invalid-request", error.message));
			authority.log(`rest ${request.method} ${request.routeOptions.url ?? "?"} failed: ${error.stack ?? error.message}`);
			return give(reply, request.id, problem(500, "internal", "internal"));
		},
	);
}
