import fc from "fast-check";
import { expect, it } from "vitest";
import { draftRecord, type RecordDraft } from "../draft-record.ts";
import { type LedgerEntry, NO_HASH } from "../ledger-record.ts";
import { linkDrafts, rowValues } from "../link-drafts.ts";
import { createPacker, createUnpacker } from "./pack-drafts.ts";
import { createFrames } from "./record-frames.ts";

const text = fc.array(fc.integer({ min: 0, max: 0x2100 }), { maxLength: 8 }).map((units) => String.fromCharCode(...units));
const entries = fc.record({
	agent: fc.option(text),
	correlationId: fc.option(text),
	code: fc.option(text),
	rule: fc.option(text, { nil: undefined }),
	request: fc.jsonValue({ maxDepth: 1 }),
	claimed: fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }),
});

function drafter(): (changed: Partial<LedgerEntry>) => RecordDraft {
	const frameOf = createFrames("n1");
	return (changed) => {
		const entry: LedgerEntry = { ...ENTRY, ...changed };
		return draftRecord(entry, frameOf(entry), { id: "rec_1", at: 12, moment: '1970-01-01T00:00:00.012Z"' }, "digest");
	};
}

const ENTRY: LedgerEntry = {
	kind: "decision",
	principal: "local",
	keyId: null,
	agent: null,
	point: "socket",
	request: null,
	effect: "deny",
	code: null,
	writDigest: null,
	correlationId: null,
};

it("gives back the drafts that were packed, whatever their texts hold, one pack after the other", () => {
	fc.assert(
		fc.property(fc.array(fc.array(entries, { maxLength: 5 }), { maxLength: 4 }), (packs) => {
			const draft = drafter();
			const [packer, unpack] = [createPacker(), createUnpacker()];
			for (const pack of packs) {
				const drafts = pack.map(draft);
				const unpacked = unpack(packer.pack(drafts));
				expect(unpacked).toEqual(drafts);
				const linked = linkDrafts(drafts, { seq: 0, hash: NO_HASH });
				expect(linkDrafts(unpacked, { seq: 0, hash: NO_HASH })).toEqual(linked);
				expect(rowValues(unpacked, linked, "n1")).toEqual(rowValues(drafts, linked, "n1"));
			}
		}),
	);
});

it("tells the frames again when the other thread may have lost them, and when there are too many", () => {
	const draft = drafter();
	const packer = createPacker();
	const [first, again] = [draft({ code: "granted" }), draft({ code: "granted" })];
	const known = createUnpacker();
	expect(known(packer.pack([first]))).toEqual([first]);
	expect(packer.pack([again])).toMatchObject({ frames: "", anew: false });
	packer.reset();
	expect(createUnpacker()(packer.pack([again]))).toEqual([again]);
	for (let round = 0; round < 3; round++) {
		const many = Array.from({ length: 5_000 }, (_, index) => draft({ code: `code-${round}-${index}` }));
		expect(known(packer.pack(many))).toEqual(many);
	}
});

it("never takes a record for one of another frame", () => {
	const packer = createPacker();
	packer.pack([drafter()({})]);
	const packed = packer.pack([drafter()({ code: "other" })]);
	expect(() => createUnpacker()(packed)).toThrow("without its frame");
});
