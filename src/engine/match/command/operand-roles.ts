import type { ParsedOption } from "./parse-words.ts";
import type { CommandForm, Operands, Role } from "./program-table.ts";

/** What the operands of one command are, given the options that change it. */
export interface OperandRoles {
	readonly operands: Operands | undefined;
	/** The role that an option gives them. */
	readonly forced: Role | undefined;
	/** How many leading operands an option took the place of. */
	readonly replaced: number;
	readonly count: number;
}

export function operandRoles({ operands }: CommandForm, options: readonly ParsedOption[], count: number): OperandRoles {
	let forced: Role | undefined;
	let replaced = 0;
	for (const { row } of options) {
		if (row === null) continue;
		if (row.operandsBecome !== undefined && forced !== "write") forced = row.operandsBecome;
		if (row.replacesFirst === true) replaced = 1;
	}
	return { operands, forced, replaced, count };
}

/** What the operand at a place among the operands is. */
export function roleOf({ operands, forced, replaced, count }: OperandRoles, index: number): Role {
	const role = roleAt(operands, index, count, replaced);
	if (forced === undefined || isProgramText(role)) return role;
	return role === "data" && Array.isArray(operands) ? role : forced;
}

function roleAt(operands: Operands | undefined, index: number, count: number, replaced: number): Role {
	if (operands === undefined) return "maybe-read";
	if (operands === "copy") return index === count - 1 && count > 1 ? "write" : "read";
	if (operands === "move") return index === count - 1 && count > 1 ? "write" : "remove";
	if (operands === "filter") return index === 0 ? "read" : "write";
	if (typeof operands === "string") return operands;
	return operands[index + replaced] ?? operands[operands.length - 1] ?? "data";
}

function isProgramText(role: Role): boolean {
	return role === "sed-script" || role === "awk-program" || role === "jq-filter" || role === "shell";
}
