import { expect, it } from "vitest";
import { plainResult, plainText, plainValue, visibleText } from "./plain-text.ts";

it("[gateway-plain] a text loses what draws on a terminal, and keeps its lines and its letters", () => {
	expect(plainText("a\u001b[1;31mb\u001b[0m c\u001b]8;;http://x\u0007link\u001b]8;;\u001b\\ d\u009b2Je\u001bcf")).toBe("ab clink def");
	expect(plainText("one\r\ntwo\rthree\tfour\n\u0000\u0008\u007f")).toBe("one\r\ntwothree\tfour\n");
	expect(plainText("a\u202eb\u2066c\u{e0041}d")).toBe("abcd");
	expect(plainText("שלום 👨‍👩‍👧 é")).toBe("שלום 👨‍👩‍👧 é");
	expect(visibleText("in\u200bvis\u00adible\ufeff")).toBe("invisible");
});

it("[gateway-plain] a result keeps the joiners that writing needs, and what it names loses them", () => {
	const family = "👨\u200d👩\u200d👧 می\u200cخواهم";
	expect(plainResult({ content: [{ type: "text", text: family }], structuredContent: { said: family } })).toEqual({
		content: [{ type: "text", text: family }],
		structuredContent: { said: family },
	});
	const link = { type: "resource_link", name: "in\u200bvoice\ufeff", uri: "file:///a\u200b" };
	expect(plainResult({ content: [link] }).content).toEqual([{ type: "text", text: "invoice file:///a" }]);
});

it("[gateway-plain] a value loses it everywhere, also in names, and is cut where it goes too deep", () => {
	expect(plainValue({ "a\u0007": ["\u001b[31mb", 1, null, { c: "d\u0000" }] })).toEqual({ a: ["b", 1, null, { c: "d" }] });
	let deep: unknown = "x";
	for (let level = 0; level < 10_000; level++) deep = [deep];
	expect(JSON.stringify(plainValue(deep)).length).toBeLessThan(200);
});

it("[gateway-plain] many sequences that never end take no more time than their length", () => {
	const started = performance.now();
	plainText("\u001b[0".repeat(500_000));
	plainText(`\u001b]${"x".repeat(1_000_000)}`);
	plainText("\u009b".repeat(1_000_000));
	plainText(`\u001b[${"0".repeat(1_000_000)}`);
	expect(performance.now() - started).toBeLessThan(5_000);
});
