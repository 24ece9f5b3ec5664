import type { ParameterExpansionPart, Word } from "unbash";
import { ask, deny } from "./finding.ts";
import type { ShellState } from "./shell-state.ts";
import { isShellOwn, variableRisk } from "./variables.ts";
import type { Walk } from "./walk.ts";

type ExpandValue = (walk: Walk, word: Word, state: ShellState, source: string) => string | null;

/** The value of `$name` where it is known. */
export function parameterValue(walk: Walk, name: string, state: ShellState): string | null {
	if (walk.opaque.includes(name) || isShellOwn(name)) return null;
	if (name === "PWD" && !state.variables.has("PWD")) return state.directories?.length === 1 ? (state.directories[0] ?? null) : null;
	return state.variables.get(name) ?? null;
}

/** The value of `${…}` where it is known; what it would run is walked, and what evaluates data is asked. */
export function expandParameter(
	walk: Walk,
	part: ParameterExpansionPart,
	state: ShellState,
	source: string,
	expandValue: ExpandValue,
): string | null {
	// SECURITY: inside double quotes and here-documents quotes in `${x:-…}` do not quote, so what they seem to hide is run.
	if (part.text.includes("'") && /[$`]/.test(part.text.slice(2))) {
		walk.findings.push(ask("command-dynamic", part.text, "Quotes inside an expansion may not quote"));
	}
	// SECURITY: ${!x} and ${x@P} run what the value says (x-0056, x-0057).
	if (part.prefix === "!" && part.operation?.type !== "Names") {
		walk.findings.push(ask("command-dynamic", part.text, "An indirect expansion takes a variable's name from data"));
	}
	if (part.index !== undefined) checkIndex(walk, part, part.index, state, source, expandValue);
	const operation = part.operation;
	if (operation === undefined) {
		return part.prefix === undefined && part.index === undefined ? parameterValue(walk, part.parameter, state) : null;
	}
	switch (operation.type) {
		case "Default": {
			const operand = expandValue(walk, operation.operand, state, source);
			if (operation.operator.includes("=")) {
				if (variableRisk(part.parameter) === "dangerous") {
					walk.findings.push(deny("command-assignment", part.text, `'${part.parameter}' changes which program runs or how`));
				}
				walk.opaque.push(part.parameter);
				return null;
			}
			const value = parameterValue(walk, part.parameter, state);
			if (!state.variables.has(part.parameter) || value === null || part.prefix !== undefined) return null;
			if (operation.operator.endsWith("-")) return value === "" && operation.operator === ":-" ? operand : value;
			return null;
		}
		case "Remove":
			expandValue(walk, operation.operand, state, source);
			return null;
		case "Replace":
			expandValue(walk, operation.pattern, state, source);
			expandValue(walk, operation.replacement, state, source);
			return null;
		case "Slice":
			for (const word of [operation.offset, operation.length]) {
				if (word === undefined) continue;
				const value = expandValue(walk, word, state, source);
				if (value === null || !/^[\s\d()+*-]*$/.test(value)) {
					walk.findings.push(ask("command-dynamic", part.text, "An offset that is not a number is evaluated as arithmetic"));
				}
			}
			return null;
		case "CaseModification":
			if (operation.operand !== undefined) expandValue(walk, operation.operand, state, source);
			return null;
		case "Transform": {
			const operator = expandValue(walk, operation.operand, state, source);
			if (operator === null || !/^[UuLQaAkK]$/.test(operator)) {
				walk.findings.push(ask("command-dynamic", part.text, "This expansion evaluates the variable's value"));
			}
			return null;
		}
		case "Names":
			return null;
		case "Unknown":
			walk.findings.push(ask("command-unparsable", part.text, "An expansion that is not understood"));
			return null;
	}
}

/** A subscript is arithmetic: anything but a number, `@`, `*` or a plain key may run code. */
function checkIndex(
	walk: Walk,
	part: ParameterExpansionPart,
	index: Word,
	state: ShellState,
	source: string,
	expandValue: ExpandValue,
): void {
	const value = expandValue(walk, index, state, source);
	if (value === "@" || value === "*" || (value !== null && /^-?\d+$/.test(value))) return;
	walk.findings.push(ask("command-dynamic", part.text, "A subscript that is not a number is evaluated as arithmetic"));
}
