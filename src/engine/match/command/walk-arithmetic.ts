import type { ArithmeticExpression, WordPart } from "unbash";
import { ask, deny } from "./finding.ts";
import type { ShellState } from "./shell-state.ts";
import { variableRisk } from "./variables.ts";
import type { Walk } from "./walk.ts";

type WalkParts = (walk: Walk, parts: readonly WordPart[] | undefined, state: ShellState, source: string) => boolean;

const ASSIGNMENT = /^(?:=|[-+*/%&^|]=|<<=|>>=)$/;
const NUMBER = /^(?:\d+|0[xX][0-9a-fA-F]+|\d+#\w+)$/;

/**
 * Walks an arithmetic expression and tells which variables it sets. SECURITY: the shell evaluates the values of the
 * variables it meets, and a value such as `a[$(cmd)]` runs cmd, so an operand must be a known number (x-0040).
 */
export function walkArithmetic(
	walk: Walk,
	expression: ArithmeticExpression | undefined,
	segment: string,
	state: ShellState,
	source: string,
	walkParts: WalkParts,
): readonly string[] {
	const assigned: string[] = [];
	const visit = (node: ArithmeticExpression | undefined, target: boolean): void => {
		if (node === undefined) return;
		switch (node.type) {
			case "ArithmeticBinary":
				visit(node.left, node.operator === "=");
				visit(node.right, false);
				if (ASSIGNMENT.test(node.operator) && node.left.type === "ArithmeticWord") assign(node.left.value);
				return;
			case "ArithmeticUnary":
				visit(node.operand, false);
				if ((node.operator === "++" || node.operator === "--") && node.operand.type === "ArithmeticWord") assign(node.operand.value);
				return;
			case "ArithmeticTernary":
				visit(node.test, false);
				visit(node.consequent, false);
				visit(node.alternate, false);
				return;
			case "ArithmeticGroup":
				visit(node.expression, false);
				return;
			case "ArithmeticCommandExpansion":
				if (node.script !== undefined) walk.script(walk, node.script, state, node.script.source ?? source);
				walk.findings.push(ask("command-dynamic", segment, "The output of a command is evaluated as arithmetic"));
				return;
			case "ArithmeticWord":
				visitWord(node.value, node.parts, target);
		}
	};
	const visitWord = (value: string, parts: readonly WordPart[] | undefined, target: boolean): void => {
		walkParts(walk, parts, state, source);
		const text = value.trim().replace(/^\$\{?(\w+)\}?$/, "$1");
		if (NUMBER.test(text) || text === "") return;
		if (/^[A-Za-z_]\w*$/.test(text) && (target || state.numbers.has(text) || assigned.includes(text))) return;
		if (text === "#" || text === "?" || text === "$" || text === "!") return;
		walk.findings.push(ask("command-dynamic", segment, `The value of '${value}' is evaluated as arithmetic`));
	};
	const assign = (name: string): void => {
		if (!/^[A-Za-z_]\w*$/.test(name)) walk.findings.push(ask("command-dynamic", segment, "An assignment to a subscript is evaluated"));
		else if (variableRisk(name) === "dangerous")
			walk.findings.push(deny("command-assignment", segment, `'${name}' changes which program runs or how`));
		else assigned.push(name);
	};
	visit(expression, false);
	if (expression === undefined && !/^\$?\(\(\s*\)\)$/.test(segment)) {
		walk.findings.push(ask("command-unparsable", segment, "The arithmetic could not be read"));
	}
	return assigned;
}
