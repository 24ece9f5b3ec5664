import type { ParsedOption } from "./parse-words.ts";
import type { CommandForm, Operands, Role } from "./program-table.ts";

/** What each operand of a form is, given the options that change it. */
export function operandRoles(form: CommandForm, options: readonly ParsedOption[], count: number): (index: number) => Role {
	let forced: Role | undefined;
	let replaced = 0;
	for (const { row } of options) {
		if (row?.operandsBecome !== undefined && forced !== "write") forced = row.operandsBecome;
		if (row?.replacesFirst === true) replaced = 1;
	}
	const { operands } = form;
	if (typeof operands === "string" && forced === undefined && !isShape(operands)) return () => operands;
	return (index) => {
		const role = roleAt(operands, index, count, replaced);
		if (forced === undefined || isProgramText(role)) return role;
		return role === "data" && Array.isArray(operands) ? role : forced;
	};
}

function roleAt(operands: Operands | undefined, index: number, count: number, replaced: number): Role {
	if (operands === undefined) return "maybe-read";
	if (operands === "copy") return index === count - 1 && count > 1 ? "write" : "read";
	if (operands === "move") return index === count - 1 && count > 1 ? "write" : "remove";
	if (operands === "filter") return index === 0 ? "read" : "write";
	if (typeof operands === "string") return operands;
	return operands[index + replaced] ?? operands[operands.length - 1] ?? "data";
}

function isShape(operands: string): operands is "copy" | "move" | "filter" {
	return operands === "copy" || operands === "move" || operands === "filter";
}

function isProgramText(role: Role): boolean {
	return role === "sed-script" || role === "awk-program" || role === "jq-filter" || role === "shell";
}
