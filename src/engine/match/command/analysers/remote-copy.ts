import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, readTree, undecided } from "./findings.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the operands of scp: the last one is written, the others are read; `host:path` is on another machine. */
export const remoteCopy: Analyser = (operands) => [...copyOperands(operands), ...copiedInto(operands, { pours: false, relative: false })];

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

/**
 * What the copies are called when the target is a directory: `rsync x/.mcp.json ./` writes `.mcp.json`. With `pours`, a source
 * with a final slash stands for what is in it; with `relative`, the whole path of the source is kept.
 */
export function copiedInto(
	operands: readonly (string | null)[],
	how: { readonly pours: boolean; readonly relative: boolean },
): readonly AnalyserFinding[] {
	const target = operands.at(-1);
	if (operands.length < 2 || target === null || target === undefined || hostOf(target) !== null) return [];
	return operands.slice(0, -1).flatMap((source) => {
		const path = source === null ? null : pathOf(source);
		if (path === null || /[*?[{]/.test(path) || /(?:^|\/)\.{0,2}$/.test(how.pours ? path : path.replace(/\/+$/, "")))
			return writesBelow(target);
		if (how.relative) return [access("write", `${target}/${path}`)];
		const trimmed = path.replace(/\/+$/, "");
		return [access("write", `${target}/${trimmed.slice(trimmed.lastIndexOf("/") + 1)}`)];
	});
}

/** The path in an operand, on whichever machine. */
export function pathOf(operand: string): string {
	if (hostOf(operand) === null) return operand;
	return operand.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/^[^:/]*::?/, "");
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
