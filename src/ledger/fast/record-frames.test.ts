import { describe, expect, it } from "vitest";
import { createFrames, type FramedEntry, frameRecord } from "./record-frames.ts";

const ENTRY: FramedEntry = {
	kind: "decision",
	principal: "agent:a",
	keyId: "key_1",
	agent: "a",
	point: "socket",
	effect: "allow",
	code: "granted",
	rule: "Read",
	source: { layer: "user", file: "a.yaml", line: 1 },
	writDigest: "sha256:0",
};

/** Another value for each member that a frame holds. */
const CHANGES: { readonly [Name in keyof Required<FramedEntry>]: FramedEntry[Name] } = {
	kind: "message",
	principal: "agent:b",
	keyId: null,
	agent: "b",
	point: "rest",
	effect: "deny",
	code: "no-rule",
	rule: undefined,
	source: { layer: "user", file: "a.yaml", line: 2 },
	writDigest: "sha256:1",
};

describe("the frames of a node", () => {
	it.each(Object.keys(CHANGES))("an entry with another %s has another frame, and its own comes back", (name) => {
		const frameOf = createFrames("n1");
		const first = frameOf(ENTRY);
		const changed = { ...ENTRY, [name]: CHANGES[name as keyof FramedEntry] };
		expect(frameOf(changed)).toEqual(frameRecord(changed, "n1"));
		expect(frameOf(changed)).not.toEqual(first);
		expect(frameOf({ ...ENTRY })).toBe(first);
	});

	it("are right however many there are", () => {
		const frameOf = createFrames("n1");
		for (let round = 0; round < 2; round++)
			for (let index = 0; index < 5_000; index++) {
				const entry = { ...ENTRY, agent: `a-${index % 2_500}`, code: `code-${index % 11}` };
				expect(frameOf(entry).pieces[1]).toBe(`,"code":"code-${index % 11}","correlation_id":`);
				expect(frameOf(entry).agent).toBe(entry.agent);
			}
	});
});
