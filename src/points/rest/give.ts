import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Authority } from "../../authority/index.ts";
import { type Shape, toJsonSchema } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import { PROBLEM_TYPE, problem } from "./problem.ts";
import type { RestReply, RestRoute } from "./rest-route.ts";

/** Sends what a route answers with. */
export function give(reply: FastifyReply, requestId: string, { status, body, type, headers = {} }: RestReply): FastifyReply {
	reply.code(status).headers(headers);
	if (type === PROBLEM_TYPE)
		return reply
			.type(type)
			.serializer(JSON.stringify)
			.send({ ...(body as object), request_id: requestId });
	if (type !== undefined) return reply.type(type).send(isStream(body) ? Readable.from(body) : body);
	return reply.type("application/json; charset=utf-8").send(body);
}

function isStream(body: unknown): body is AsyncIterable<string> {
	return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

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

type Schema = Readonly<Record<string, unknown>>;

/**
 * The schema by which an answer is written: members that no shape names never leave.
 * What can be `null` is said so that it is written as it comes: a choice of two schemas would be tried out with a validator each time.
 */
export function replySchema(shape: Shape): Schema {
	const { $schema: _, ...schema } = toJsonSchema(shape);
	return plainly(schema);
}

function plainly(schema: Schema): Schema {
	const { anyOf, properties, items, additionalProperties, ...rest } = schema;
	const [first, second, ...more] = Array.isArray(anyOf) ? anyOf.map(schemaIn) : [];
	if (first?.type === "null" && typeof second?.type === "string" && more.length === 0) return { ...plainly(second), nullable: true };
	return {
		...rest,
		...(anyOf === undefined ? {} : { anyOf }),
		...(isSchema(properties)
			? { properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, plainly(schemaIn(member))])) }
			: {}),
		...(items === undefined ? {} : { items: plainly(schemaIn(items)) }),
		...(additionalProperties === undefined
			? {}
			: { additionalProperties: isSchema(additionalProperties) ? plainly(additionalProperties) : additionalProperties }),
	};
}

function isSchema(value: unknown): value is Schema {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function schemaIn(value: unknown): Schema {
	return isSchema(value) ? value : {};
}
