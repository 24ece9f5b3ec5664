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
