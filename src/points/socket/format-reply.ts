import { randomId } from "../../platform/index.ts";
import { failure } from "./errors.ts";
import { rememberFrozen, rememberNames } from "./memory.ts";
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

/** The id goes in behind the rest, and nothing is copied: there is an answer for each line. */
function flat(reply: Reply, correlationId: string): string {
	let text = "{";
	for (const name of Object.keys(reply)) {
		if (name === "correlation_id") continue;
		const member = memberText(reply[name]);
		if (member !== undefined) text += `${nameText(name)}${member},`;
	}
	return `${text}"correlation_id":${quote(correlationId)}}`;
}

const nameText = rememberNames((name) => `${JSON.stringify(name)}:`);

/** A text in JSON. */
function quote(text: string): string {
	return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** What JSON writes as it is, and short: most ids and words. */
const PLAIN = /^[ !#-[\]-~]{0,128}$/;

function memberText(member: unknown): string | undefined {
	if (typeof member === "string") return quote(member);
	return typeof member === "object" && member !== null ? objectText(member) : JSON.stringify(member);
}

const objectText = rememberFrozen((member) => JSON.stringify(member));
