import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAgentDefinition, parseDecisionTests, parseDefinition, shippedCatalog } from "../../src/definitions/index.ts";

const place = { file: "hostile.yaml", layer: "project", name: "hostile" } as const;
const parse = (text: string | Uint8Array) => parseDefinition(text, { ...place, kind: "profile", catalog: shippedCatalog });

/** The first problem's code; a text that a naive reader would chew on for minutes must be answered in seconds. */
function code(text: string): string | undefined {
	const start = performance.now();
	const parsed = parse(text);
	expect(performance.now() - start).toBeLessThan(10_000);
	return parsed.ok ? undefined : parsed.problems[0]?.code;
}

describe("definitions of hostile origin are answered soon", () => {
	it("[def-bad-alias-bomb] a few lines of aliases do not become a billion values", () => {
		const lines = ["a: &a [x, x, x, x, x, x, x, x, x]"];
		for (const [index, name] of [..."bcdefghi"].entries()) lines.push(`${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[index]}`)}]`);
		const parsed = parse(lines.join("\n"));
		expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.code)).toContain("too-large");
	});

	it("[def-bad-deep] deep nesting of every kind is a problem", () => {
		for (const part of ["[", "{a: ", "- ", "? ", "[[{"]) expect(code(part.repeat(200_000 / part.length))).toMatch(/^(too-deep|bad-yaml)$/);
		const chain = Array.from({ length: 200 }, (_, index) => `k${index}: &k${index} [${index === 0 ? 1 : `*k${index - 1}`}]`);
		expect(code(chain.join("\n"))).toBeDefined();
	});

	it("[def-bad-yaml] a megabyte of closing brackets, bad escapes, commas, keys, newlines or tags is a problem", () => {
		const keys = Array.from({ length: 80_000 }, (_, index) => `k${index}: v`).join("\n");
		for (const text of [
			"}]".repeat(400_000),
			`a: "${"\\q".repeat(400_000)}"`,
			`{${",".repeat(900_000)}`,
			keys,
			"\n".repeat(1_000_000),
			"!".repeat(1_000_000),
		]) {
			expect(code(text)).toBeDefined();
		}
	});

	it("[def-bad-yaml] what is said of a hostile text stays short", () => {
		const noisy = Array.from({ length: 7_000 }, (_, index) => `"key ${index} ${"x".repeat(40)}": v`).join("\n");
		for (const text of ["!".repeat(1_000_000), `${"a: 1\n".repeat(7_000)}`, noisy]) {
			const parsed = parse(text);
			expect(parsed.ok ? 0 : JSON.stringify(parsed.problems).length).toBeLessThan(200_000);
			expect(parsed.ok).toBe(false);
		}
	});
});

describe("definitions of any text", () => {
	const piece = fc.constantFrom(
		..."a : - [ ] { } , &x *x !t # ' \" | > ? << --- 1 \\ %".split(" "),
		" ",
		"\n",
		"\t",
		"tools",
		"allowed",
		"level: ",
		"name: x\n",
		"allowed_tools",
		"tool_permissions",
		"__proto__",
	);
	const text = fc.oneof(
		fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
		fc.string({ unit: "binary", maxLength: 60 }),
	);

	it("[def-never-throws] are a definition or have a problem, and never throw", () => {
		fc.assert(
			fc.property(text, (written) => {
				const outcomes = [
					parse(written),
					parse(new TextEncoder().encode(written)),
					parseAgentDefinition(written, place),
					parseAgentDefinition(`---\n${written}\n---\n`, { ...place, file: "hostile.md" }),
					parseDecisionTests(written, { file: "hostile.test.yaml" }),
				];
				return outcomes.every(
					(outcome) =>
						outcome.ok ||
						(outcome.problems.length > 0 && outcome.problems.every(({ message, source }) => message !== "" && source !== undefined)),
				);
			}),
			{ numRuns: 1500 },
		);
	});

	it("[def-never-throws] nor do bytes of any kind", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
				const parsed = parse(bytes);
				return parsed.ok || parsed.problems.length > 0;
			}),
			{ numRuns: 500 },
		);
	});
});
