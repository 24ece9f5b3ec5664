import type { TestExpression } from "unbash";
import { assertNever } from "../../vocabulary/index.ts";
import { expandValue } from "./expand-word.ts";
import { ask, deny } from "./finding.ts";
import { printsNumber } from "./prints-number.ts";
import type { ShellState } from "./shell-state.ts";
import type { Walk } from "./walk.ts";

const ARITHMETIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** Walks the words of `[[ … ]]`. SECURITY: number comparisons and `-v` evaluate their operands (x-0058). */
export function walkTest(walk: Walk, node: TestExpression, state: ShellState, source: string, segment: string): void {
	switch (node.type) {
		case "TestUnary": {
			const operand = expandValue(walk, node.operand, state, source);
			if ((node.operator === "-v" || node.operator === "-R") && !/^[A-Za-z_]\w*$/.test(operand ?? "")) {
				walk.findings.push(deny("command-dynamic", segment, "-v evaluates the subscript of its operand"));
			}
			return;
		}
		case "TestBinary": {
			const operands = [expandValue(walk, node.left, state, source), expandValue(walk, node.right, state, source)];
			if (ARITHMETIC.has(node.operator) && operands.some((operand) => operand === null || !/^-?\d+$/.test(operand))) {
				if (!operandsAreNumbers(node, state))
					walk.findings.push(ask("command-dynamic", segment, "The operands are evaluated as arithmetic"));
			}
			return;
		}
		case "TestLogical":
			for (const operand of node.operands) walkTest(walk, operand, state, source, segment);
			return;
		case "TestNot":
			walkTest(walk, node.operand, state, source, segment);
			return;
		case "TestGroup":
			walkTest(walk, node.expression, state, source, segment);
			return;
		default:
			assertNever(node);
	}
}

/** Literal numbers, or variables that surely hold one (`$#`, `$?`, a counter). */
function operandsAreNumbers(node: Extract<TestExpression, { type: "TestBinary" }>, state: ShellState): boolean {
	return [node.left, node.right].every((word) => {
		const { text } = word;
		const name = /^"?\$\{?([A-Za-z_]\w*|[#?])\}?"?$/.exec(text)?.[1];
		return (
			/^-?\d+$/.test(text) || name === "#" || name === "?" || (name !== undefined && state.numbers.has(name)) || printsNumber(word, state)
		);
	});
}
