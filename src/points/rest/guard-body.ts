import type { FastifyReply, FastifyRequest } from "fastify";
import { BODY_LIMIT, tooLarge } from "./answer-problems.ts";
import { give } from "./give.ts";
import { problem } from "./problem.ts";
import { type Door, enter } from "./visit-route.ts";

/**
 * Lets only administrators send more than the usual limit.
 * SECURITY: it is asked before the first byte of the body is read, so that nobody else has the server hold so much
 * (test/rest/snapshot.test.ts).
 */
export function guardBody(door: Door): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
	return async (request, reply) => {
		// A body that comes in pieces does not say how large it will be.
		const size = Number(request.headers["content-length"] ?? Number.NaN);
		if (size <= BODY_LIMIT) return undefined;
		const identity = await enter(door, request);
		if (!identity.ok) return give(reply, request.id, { ...identity.reply, headers: { ...identity.reply.headers, Connection: "close" } });
		const { principal } = identity;
		if (principal.kind === "person" && principal.role === "admin") return undefined;
		return give(reply, request.id, Number.isNaN(size) ? LENGTHLESS : tooLarge());
	};
}

const LENGTHLESS = { ...problem(411, "length-required", "Say how large the body is: Content-Length"), headers: { Connection: "close" } };
