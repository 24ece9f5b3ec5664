import type { TestExpression, Word } from "unbash";
import { type Argument, dynamicArgument, judgePath, staticArgument } from "../commands/index.ts";
import { inside, outside, type Place, textOf, type Walk } from "./walk.ts";
import { readValue } from "./words.ts";

const UNARY = new Set(["-n", "-z"]);
const UNARY_PATH = new Set(["-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h"]);
const BINARY = new Set(["=", "==", "!=", "<", ">"]);
const BINARY_PATH = new Set(["-nt", "-ot", "-ef"]);
const BINARY_NUMBER = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/**
 * `[ … ]` and `test`: at most one condition. SECURITY: with more words, or an operator that is only known later, some
 * word may be `-v`, which evaluates the subscript of the next.
 */
export function judgeTest(walk: Walk, words: readonly Argument[], place: Place, segment: string): void {
	if (!inside(walk, "test", segment)) return;
	const closed = words[0]?.text === "[" ? words.at(-1)?.text === "]" : true;
	const list = words.slice(1, words[0]?.text === "[" ? -1 : undefined);
	const fits = closed && list.every(({ open, found, pipe }) => !open && found === null && !pipe) && fitsTest(walk, list, place, segment);
	if (!fits) outside(walk, "condition", segment);
}

function fitsTest(walk: Walk, list: readonly Argument[], place: Place, segment: string): boolean {
	const [first, second, third] = list;
	if (list.length === 4 || (list.length === 3 && first?.text === "!" && !isBinary(second))) {
		return first?.text === "!" && fitsTest(walk, list.slice(1), place, segment);
	}
	if (list.length === 1) return true;
	if (first === undefined || second === undefined) return false;
	if (list.length === 2) {
		if (first.text === "!" || UNARY.has(first.text ?? "")) return true;
		if (!UNARY_PATH.has(first.text ?? "")) return false;
		judgePath(walk, "read", second, place, segment);
		return true;
	}
	if (list.length !== 3 || third === undefined || !isBinary(second)) return false;
	if (BINARY_PATH.has(second.text ?? "")) for (const path of [first, third]) judgePath(walk, "read", path, place, segment);
	return true;
}

function isBinary(argument: Argument | undefined): boolean {
	const operator = argument?.text ?? "";
	return BINARY.has(operator) || BINARY_PATH.has(operator) || BINARY_NUMBER.has(operator);
}

/** `[[ … ]]`: the same conditions, and patterns; numbers must be written out, because names and text are evaluated there. */
export function judgeDoubleTest(walk: Walk, expression: TestExpression, place: Place): void {
	const segment = textOf(walk, expression);
	switch (expression.type) {
		case "TestLogical":
			for (const operand of expression.operands) judgeDoubleTest(walk, operand, place);
			return;
		case "TestNot":
			judgeDoubleTest(walk, expression.operand, place);
			return;
		case "TestGroup":
			judgeDoubleTest(walk, expression.expression, place);
			return;
		case "TestUnary":
			if (UNARY.has(expression.operator)) readOperand(walk, expression.operand, place);
			else if (UNARY_PATH.has(expression.operator)) judgeTested(walk, expression.operand, place, segment);
			else outside(walk, "condition", segment);
			return;
		case "TestBinary": {
			const { operator, left, right } = expression;
			if (BINARY_NUMBER.has(operator)) {
				if (!/^(?:0|[1-9]\d*)$/.test(left.text) || !/^(?:0|[1-9]\d*)$/.test(right.text)) outside(walk, "condition", segment);
			} else if (BINARY_PATH.has(operator)) {
				for (const word of [left, right]) judgeTested(walk, word, place, segment);
			} else if (operator === "=~") {
				readOperand(walk, left, place);
				if (!/^[\w.^*+?[\]/:@%,=-]*\$?$/.test(right.text)) readOperand(walk, right, place);
			} else if (BINARY.has(operator)) {
				readOperand(walk, left, place);
				readOperand(walk, right, place);
			} else outside(walk, "condition", segment);
		}
	}
}

function readOperand(walk: Walk, word: Word, place: Place): void {
	readValue(walk, word, place, "pattern");
}

function judgeTested(walk: Walk, word: Word, place: Place, segment: string): void {
	const text = readValue(walk, word, place);
	if (text !== null)
		judgePath(walk, "read", text === undefined ? dynamicArgument(word.text) : staticArgument(text, word.text), place, segment);
}
