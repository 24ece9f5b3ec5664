import { expect, it } from "vitest";
import { seeTools } from "./seen-tool.ts";

const TOOL = { name: "t", description: "d", inputSchema: { type: "object", properties: { a: { type: "string" }, b: { type: "number" } } } };

function digest(tool: object): string {
	return seeTools([tool])[0]?.digest ?? "";
}

it("[wire-8-54] the digest is of everything that an agent would see, in whatever order it comes", () => {
	const { name, description, inputSchema } = TOOL;
	expect(digest({ inputSchema: { properties: { b: { type: "number" }, a: { type: "string" } }, type: "object" }, description, name })).toBe(
		digest(TOOL),
	);
	const others = [
		{ ...TOOL, description: "e" },
		{ ...TOOL, title: "T" },
		{ ...TOOL, inputSchema: { ...inputSchema, required: ["a"] } },
		{ ...TOOL, inputSchema: { ...inputSchema, properties: { a: { type: "string", description: "secretly" } } } },
		{ ...TOOL, outputSchema: { type: "object" } },
		{ ...TOOL, annotations: { readOnlyHint: true } },
		{ ...TOOL, annotations: { readOnlyHint: false } },
		{ ...TOOL, annotations: { title: "x" } },
	];
	expect(new Set([TOOL, ...others].map(digest)).size).toBe(others.length + 1);
	// What nobody is shown does not matter.
	expect(digest({ ...TOOL, icons: [{ src: "x" }], _meta: { a: 1 }, execution: {} })).toBe(digest(TOOL));
});

it("[gateway-names] what no rule can mean, is twice there or is not a tool has a problem, and never another's name", () => {
	const problems = (...tools: readonly unknown[]) => seeTools(tools).map(({ name, problem }) => [name, problem === null]);
	expect(problems(TOOL, { ...TOOL, name: "a b" }, { ...TOOL, name: "a*" }, { ...TOOL, name: "t\u200b" })).toEqual([
		["t", false],
		["a b", false],
		["a*", false],
	]);
	expect(problems({ ...TOOL, name: "x" }, { ...TOOL, name: "X" })).toEqual([
		["x", false],
		["X", false],
	]);
	expect(problems(null, 7, [], {})).toEqual([["", false]]);
	expect(problems({ ...TOOL, inputSchema: undefined })).toEqual([["t", false]]);
	expect(problems({ ...TOOL, name: "ok.name_1-2/3" })).toEqual([["ok.name_1-2/3", true]]);
});
