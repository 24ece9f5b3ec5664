import type { CommandArgument } from "unbash";
import type { Argument } from "./argument.ts";
import { checkAssignment, walkAssignment } from "./assignments.ts";
import { ask, deny } from "./finding.ts";
import { assignVariable, type ShellState } from "./shell-state.ts";
import type { Walk } from "./walk.ts";

/** `export A=b`, `local x`, `declare -i n=1`: the declaration commands with their assignments. */
export function walkDeclaration(
	walk: Walk,
	name: string,
	parts: readonly CommandArgument[],
	words: readonly Argument[],
	state: ShellState,
	source: string,
	segment: string,
): ShellState {
	const exported = name === "export" || words.some((word) => /^-[A-Za-z]*x/.test(word.text ?? ""));
	// SECURITY: -i evaluates the value as arithmetic, -n makes a reference to any name (x-0152).
	if (words.some((word) => /^-[A-Za-z]*[in]/.test(word.text ?? "") && name !== "export"))
		walk.findings.push(deny("command-assignment", segment, "This attribute evaluates the value"));
	// SECURITY: with -a and -A a text in parentheses is read again as elements, and expanded.
	if (
		words.some((word) => /^-[A-Za-z]*[aA]/.test(word.text ?? "")) &&
		(words.some((word) => word.source.includes("(")) || parts.some((part) => /["'$\\`]/.test(part.text)))
	) {
		walk.findings.push(ask("command-dynamic", segment, "The value is read again as the elements of an array"));
	}
	// SECURITY: later assignments fail, or their values are changed (`readonly f=id; declare f=echo; $f`).
	const isOpaque = name === "readonly" || words.some((word) => /^[-+][A-Za-z]*[^-+xgp]/.test(word.text ?? ""));
	let after = state;
	for (const part of parts) {
		if (part.type === "Assignment") {
			after = walkAssignment(walk, part, after, source, exported);
			if (isOpaque) walk.opaque.push(part.name);
		}
	}
	for (const { text } of words.slice(1)) {
		if (text === null) walk.findings.push(ask("command-assignment", segment, "Which variable is set is only known when the shell runs"));
		else if (!text.startsWith("-")) {
			const equals = text.indexOf("=");
			const target = equals < 0 ? text : text.slice(0, equals).replace(/\+$/, "");
			if (!/^[A-Za-z_]\w*$/.test(target)) walk.findings.push(ask("command-assignment", segment, "A subscript is evaluated as arithmetic"));
			checkAssignment(walk, target, segment, exported);
			if (isOpaque) walk.opaque.push(target);
			// A name alone keeps its value, or is a new variable of the function without one.
			const kept = name === "export" ? (after.variables.get(target) ?? null) : null;
			after = assignVariable(after, target, equals < 0 ? kept : text.slice(equals + 1));
		}
	}
	return after;
}

export const DECLARATIONS: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local", "readonly"]);
