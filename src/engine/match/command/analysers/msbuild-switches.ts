import type { AnalyserFinding } from "../analyser.ts";
import { responseFiles } from "./response-files.ts";

/** Judges operands of dotnet: `@file` holds any option, and `/p:name=value` is a switch of the build like `-p:`. */
export function msbuildSwitches(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const switches = operands.flatMap((operand) =>
		operand !== null && /^\/[A-Za-z]+:/.test(operand)
			? [{ kind: "hazard", hazard: "loads", segment: operand, why: "switches of a build name programs, targets and code" } as const]
			: [],
	);
	return [...responseFiles(operands), ...switches];
}
