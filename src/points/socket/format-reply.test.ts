import fc from "fast-check";
import { expect, it } from "vitest";
import { formatReply } from "./format-reply.ts";

it("[socket-reply-size] an answer that cannot be written is internal in both styles, and is logged", () => {
	const log: string[] = [];
	const reply = { unwritable: 1n };
	expect(JSON.parse(formatReply("flat", "audit:list", reply, "c-1", (line) => log.push(line)))).toEqual({
		error: "internal",
		code: "internal",
		status: "failed",
		correlation_id: "c-1",
	});
	expect(JSON.parse(formatReply("envelope", "audit:list", reply, "c-2", (line) => log.push(line)))).toMatchObject({
		data: { code: "internal", status: "failed" },
		correlation_id: "c-2",
	});
	expect(log).toHaveLength(2);
});

it("a flat answer is the reply as JSON with the correlation id last, whatever its texts hold", () => {
	const texts = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom('"', "\\", "\n", "\u007f", "\ud800", "x".repeat(200)));
	fc.assert(
		fc.property(fc.dictionary(texts, fc.oneof(texts, fc.jsonValue({ maxDepth: 2 }))), texts, (reply, id) => {
			const { correlation_id: _, ...others } = reply;
			const line = formatReply("flat", "any", reply, id, () => undefined);
			expect(line).toBe(`${JSON.stringify({ ...others, correlation_id: id })}\n`);
		}),
	);
});
