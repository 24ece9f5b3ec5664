import type { ArrayValue, Assignment, Word } from "unbash";
import { expandValue, expandWord } from "./expand-word.ts";
import { ask, deny } from "./finding.ts";
import { printsNumber } from "./prints-number.ts";
import { assignNumber, assignVariable, type ShellState } from "./shell-state.ts";
import { variableRisk } from "./variables.ts";
import { grantsEverything, type Walk } from "./walk.ts";

const LONGEST_VALUE = 4_096;

/** Walks an assignment's value and remembers it; `exported` when a program gets to see it. */
export function walkAssignment(walk: Walk, node: Assignment, state: ShellState, source: string, exported: boolean): ShellState {
	checkAssignment(walk, node.name, node.text, exported);
	if (node.index !== undefined) {
		const index = expandValue(walk, node.index, state, source);
		if (index === null || !/^\d*$/.test(index))
			walk.findings.push(ask("command-dynamic", node.text, "A subscript that is not a number is evaluated as arithmetic"));
	}
	// SECURITY: text glued to the closing parenthesis hides the elements from the parser, not from the shell.
	if (!isArray(node.value) && /^[^=]*=\(/.test(node.text))
		walk.findings.push(ask("command-unparsable", node.text, "An array is not closed where it seems to be"));
	const value = isArray(node.value) ? walkArray(walk, node.value, state, source) : expandValue(walk, node.value, state, source);
	if (
		!isArray(node.value) &&
		node.value.parts?.length === 1 &&
		node.value.parts[0]?.type === "ArithmeticExpansion" &&
		node.append !== true
	) {
		return assignNumber(state, node.name);
	}
	if (!isArray(node.value) && node.append !== true && node.index === undefined && printsNumber(node.value, state))
		return assignNumber(state, node.name);
	// A value that keeps doubling is not worth knowing.
	const known = node.append === true || node.index !== undefined || (value !== null && value.length > LONGEST_VALUE) ? null : value;
	return assignVariable(state, node.name, known);
}

/** Whether the name may be set at all. */
export function checkAssignment(walk: Walk, name: string, segment: string, exported: boolean): void {
	if (grantsEverything(walk)) return;
	const risk = variableRisk(name);
	if (risk === "dangerous") walk.findings.push(deny("command-assignment", segment, `'${name}' changes which program runs or how`));
	else if (risk === "unknown" && exported)
		walk.findings.push(ask("command-assignment", segment, `Nobody knows what '${name}' does to the program`));
}

function walkArray(walk: Walk, array: ArrayValue, state: ShellState, source: string): null {
	for (const element of array.elements) {
		expandWord(walk, element, state, source);
		if (element.text.startsWith("[") && !/^\[\d+\]\+?=/.test(element.text)) {
			walk.findings.push(ask("command-dynamic", element.text, "A subscript that is not a number is evaluated as arithmetic"));
		}
	}
	return null;
}

function isArray(value: Word | ArrayValue): value is ArrayValue {
	return value.type === "ArrayValue";
}
