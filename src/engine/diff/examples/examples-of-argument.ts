import { toolOf } from "../../match/index.ts";
import type { ArgumentRule, Writ } from "../../vocabulary/index.ts";
import type { Example } from "../writ-diff.ts";
import { exampleInputs } from "./examples-of-tool.ts";

/** Calls of a tool that differ in one argument, around what some rules say of it. */
export function* examplesOfArgument(writ: Writ, tool: string, argument: string, rules: readonly ArgumentRule[]): Generator<Example> {
	const values = [...new Set(rules.flatMap(valuesAround))];
	for (const input of exampleInputs(writ, toolOf(tool, writ.terms.tools.declare)).slice(0, 3)) {
		for (const value of values) yield { request: { kind: "tool", tool, input: { ...input, [argument]: value } } };
		const { [argument]: _left, ...without } = input;
		yield { request: { kind: "tool", tool, input: without } };
	}
}

/** Values on either side of a rule. */
function valuesAround(rule: ArgumentRule): readonly (string | number | boolean)[] {
	if (typeof rule !== "object") return around(rule);
	const not = rule.not === undefined ? [] : typeof rule.not === "object" ? rule.not : [rule.not];
	return [
		...[...(rule.any ?? []), ...not].flatMap(around),
		...(rule.min === undefined ? [] : [rule.min, rule.min - 1]),
		...(rule.max === undefined ? [] : [rule.max, rule.max + 1]),
		...(rule.max_length === undefined
			? []
			: ["x".repeat(Math.min(rule.max_length, 1000)), "x".repeat(Math.min(rule.max_length + 1, 1001))]),
		"example",
	];
}

function around(value: string | number | boolean): readonly (string | number | boolean)[] {
	if (typeof value === "string") return [value.replaceAll("**", "example").replaceAll("*", "example"), `${value}-other`];
	return typeof value === "number" ? [value, value + 1, value - 1] : [value, !value];
}
