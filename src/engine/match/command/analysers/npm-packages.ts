import type { AnalyserFinding } from "../analyser.ts";

/** Judges package names of npm, pnpm, yarn and bun: what comes from an address and not from the registry must be named. */
export function npmPackages(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) => (operand === null ? [] : judge(operand)));
}

function judge(text: string): readonly AnalyserFinding[] {
	const address = text.replace(/^(?:@[^/@]+\/)?[^/@:]+@(?=.*[:/])/, "");
	if (!isAddress(address)) return [];
	return [{ kind: "hazard", hazard: "redirects", segment: text, why: "takes code from this address instead of the registry" }];
}

// SECURITY: `user/repo` is a repository on GitHub, `name@https://…` an archive, `/tmp/x` a directory elsewhere.
function isAddress(text: string): boolean {
	if (/^(?:npm|workspace|catalog|jsr|patch):/.test(text)) return false;
	if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) return true;
	if (/^(?:\/|~)/.test(text) || text.split("/").includes("..")) return true;
	if (/^[^/@:]+@[^/:]+:/.test(text)) return true;
	return /^[^@./~][^/@]*\/[^/]+$/.test(text);
}
