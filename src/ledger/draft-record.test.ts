import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../engine/index.ts";
import { contentDigest, draftRecord, hashedText, shorten } from "./draft-record.ts";
import { frameRecord } from "./fast/record-frames.ts";
import { type LedgerEntry, NO_HASH } from "./ledger-record.ts";

const MADE = { id: "rec_1", at: 0, moment: '1970-01-01T00:00:00.000Z"' };
const ENTRY: LedgerEntry = {
	kind: "message",
	principal: "agent:a",
	keyId: null,
	agent: "a",
	point: "rest",
	request: { to: "b", content: "hello" },
	effect: "allow",
	code: "granted",
	writDigest: null,
	correlationId: null,
};

function textOf(entry: LedgerEntry, content: "digest" | "full" = "digest"): string {
	return hashedText(draftRecord(entry, frameRecord(entry, "n1"), MADE, content), NO_HASH, 1).slice(NO_HASH.length);
}

describe("draftRecord", () => {
	it("writes canonical JSON whatever is in the entry", () => {
		// Any 16-bit units, also NUL and half pairs.
		const text = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units));
		const some = fc.option(text);
		const entries = fc.record({
			principal: text,
			keyId: some,
			agent: some,
			point: some,
			request: fc.jsonValue({ maxDepth: 2 }),
			code: some,
			rule: text,
			writDigest: some,
			correlationId: some,
			claimed: fc.jsonValue({ maxDepth: 1 }),
		});
		fc.assert(
			fc.property(entries, (changed) => {
				const written = textOf({ ...ENTRY, ...changed, source: { layer: "user", line: 1, file: "ä" } });
				return canonicalJson(JSON.parse(written)) === written;
			}),
			{ numRuns: 200 },
		);
	});

	it("[wire-2-ledger-content] keeps the content of a message as its digest", () => {
		expect(JSON.parse(textOf(ENTRY)).request).toEqual({ to: "b", content: contentDigest("hello") });
		expect(contentDigest("hello")).toBe("sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
	});

	it("[wire-2-ledger-content] keeps it whole when ledger.content is full", () => {
		expect(JSON.parse(textOf(ENTRY, "full")).request).toEqual({ to: "b", content: "hello" });
	});

	it("[wire-2-ledger-redaction] removes secrets from request, claim, rule and correlation id", () => {
		const secret = `ghp_${"aB3dE6gH9j".repeat(4)}`;
		const written = textOf({
			...ENTRY,
			request: { header: secret },
			claimed: { by: secret },
			rule: `Bash(x ${secret})`,
			correlationId: secret,
		});
		expect(written).not.toContain(secret);
		expect(JSON.parse(written)).toMatchObject({
			request: { header: "[redacted]" },
			claimed: { by: "[redacted]" },
			rule: "Bash(x [redacted])",
			correlation_id: "[redacted]",
		});
	});
});

const short = (value: unknown) => shorten(value, canonicalJson(value));

describe("shorten", () => {
	it("[ledger-short-records] leaves a request of up to 16 KiB as it is", () => {
		const request = { kind: "command", command: "a".repeat(16_384 - canonicalJson({ kind: "command", command: "" }).length) };
		expect(short(request)).toBe(request);
		expect(short({ ...request, command: `${request.command}a` })).toMatchObject({ truncated: true, bytes: 16_385 });
	});

	it("[ledger-short-records] keeps the short members of a longer one, its size and its digest", () => {
		const request = { kind: "tool", tool: "Write", input: { content: "x".repeat(1_000_000), file_path: "a.txt" }, cwd: "/project" };
		expect(short(request)).toEqual({
			kind: "tool",
			tool: "Write",
			input: { file_path: "a.txt" },
			cwd: "/project",
			truncated: true,
			bytes: canonicalJson(request).length,
			digest: `sha256:${hash("sha256", canonicalJson(request))}`,
		});
	});

	it("[ledger-short-records] counts bytes, not characters", () => {
		expect(short({ text: "€".repeat(6_000) })).toMatchObject({ truncated: true, bytes: 18_011 });
	});

	it.each([
		["a list", Array.from({ length: 20_000 }, () => 1)],
		["a text", "x".repeat(20_000)],
		["many short members", Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name${index}`, "value"]))],
		[
			"many long members",
			Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`name${index}`, { [`a${index}`]: "x".repeat(600) }])),
		],
		["long names", { ["x".repeat(20_000)]: 1, kind: "path" }],
		["members that say it is whole", { truncated: false, bytes: 1, digest: "", text: "x".repeat(20_000) }],
	])("[ledger-short-records] stays small for %s", (_title, value) => {
		const shortened = short(value);
		expect(canonicalJson(shortened).length).toBeLessThan(12_000);
		expect(shortened).toMatchObject({ truncated: true, bytes: Buffer.byteLength(canonicalJson(value)) });
	});
});
