import fc from "fast-check";
import { expect, it } from "vitest";
import { draftRecord } from "./draft-record.ts";
import { packDrafts, unpackDrafts } from "./pack-drafts.ts";

it("gives back the drafts that were packed, whatever their texts hold", () => {
	const text = fc.array(fc.integer({ min: 0, max: 0x2100 }), { maxLength: 8 }).map((units) => String.fromCharCode(...units));
	const drafts = fc.array(
		fc
			.record({ agent: fc.option(text), correlationId: fc.option(text), code: fc.option(text), request: fc.jsonValue({ maxDepth: 1 }) })
			.map((changed) =>
				draftRecord(
					{ kind: "decision", principal: "local", keyId: null, point: "socket", effect: "deny", writDigest: null, ...changed },
					{ node: "n1", id: "rec_1", at: 12, atText: "1970-01-01T00:00:00.012Z", content: "digest" },
				),
			),
		{ maxLength: 5 },
	);
	fc.assert(
		fc.property(drafts, (packed) => {
			expect(unpackDrafts(packDrafts(packed))).toEqual(packed);
		}),
	);
});
