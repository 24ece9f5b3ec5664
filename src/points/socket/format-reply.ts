import { randomId } from "../../platform/index.ts";
import { failure } from "./errors.ts";
import type { Reply, ReplyStyle } from "./socket-event.ts";

/** One line of answer: the handler's object with the correlation id, or KSI's envelope around it. What cannot be written is `internal`. */
export function formatReply(style: ReplyStyle, event: string, reply: Reply, correlationId: string, log: (line: string) => void): string {
	try {
		return format(style, event, reply, correlationId);
	} catch (error) {
		// SECURITY: an answer that is too large for a text ends this request, and nothing else.
		log(`the answer to ${event} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
		return format(style, event, failure("internal", "internal"), correlationId);
	}
}

function format(style: ReplyStyle, event: string, reply: Reply, correlationId: string): string {
	if (style === "flat") return `${flat(reply, correlationId)}\n`;
	const timestamp = new Date().toISOString();
	const status = "error" in reply ? "failed" : reply.status === "partial" ? "partial" : "success";
	const data = { ...reply, status, _ksi_context: { _timestamp: timestamp, _response_id: randomId("r") } };
	return `${JSON.stringify({ event, data, count: 1, correlation_id: correlationId, timestamp })}\n`;
}

/** The id goes in behind the rest: a second object with everything in it would be made for each answer. */
function flat(reply: Reply, correlationId: string): string {
	if ("correlation_id" in reply) return JSON.stringify({ ...reply, correlation_id: correlationId });
	const text = JSON.stringify(reply);
	const id = `"correlation_id":${JSON.stringify(correlationId)}}`;
	return text === "{}" ? `{${id}` : `${text.slice(0, -1)},${id}`;
}
