import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, readTree, undecided } from "./findings.ts";

/** Reads the operands of scp: the last one is written, the others are read; `host:path` is on another machine. */
export const remoteCopy: Analyser = (operands) => copyOperands(operands);

/** The operands of a program that copies between machines. */
export function copyOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.map((operand, index) => {
		if (operand === null) return undecided("", "what is copied is only known when the shell runs");
		const host = hostOf(operand);
		if (host !== null) return { kind: "url", url: host };
		if (index < operands.length - 1 || operands.length === 1) return readTree(operand);
		// With a final slash it is a directory, and only what lies below it is written.
		return access("write", operand.endsWith("/") ? `${operand}*` : operand);
	});
}

/** The address in `user@host:path`, `host::module` or `rsync://host/path`; `null` for a path of this machine. */
function hostOf(operand: string): string | null {
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(operand)) return operand;
	const colon = operand.indexOf(":");
	const slash = operand.indexOf("/");
	if (colon < 0 || (slash >= 0 && slash < colon)) return null;
	const host = operand.slice(0, colon).replace(/^.*@/, "");
	return host === "" ? "localhost" : host;
}
