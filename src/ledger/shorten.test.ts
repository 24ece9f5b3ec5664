import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../engine/index.ts";
import { shorten } from "./shorten.ts";

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
