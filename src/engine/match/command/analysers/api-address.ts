import type { AnalyserFinding } from "../analyser.ts";

/** For clients that add a credential to every request (`gh api`): a whole address instead of a path goes to another host. */
export function apiAddress(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) =>
		operand !== null && (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(operand) || operand.startsWith("//"))
			? [
					{
						kind: "hazard",
						hazard: "redirects",
						segment: operand,
						why: "a whole address may take the request, with its credential, to another host",
					} as const,
				]
			: [],
	);
}
