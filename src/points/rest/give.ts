import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { PROBLEM_TYPE } from "./problem.ts";
import type { RestReply } from "./rest-route.ts";

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
