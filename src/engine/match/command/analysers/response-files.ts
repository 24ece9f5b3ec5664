import type { AnalyserFinding } from "../analyser.ts";

/** For programs that replace an operand `@file` by the words in that file, options included (pytest, mypy, java, gcc, rustc …). */
export function responseFiles(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) =>
		operand !== null && operand.length > 1 && operand.startsWith("@")
			? [
					{
						kind: "hazard",
						hazard: "loads",
						segment: operand,
						why: "`@file` is replaced by the words in the file, which may hold any option",
					} as const,
				]
			: [],
	);
}
