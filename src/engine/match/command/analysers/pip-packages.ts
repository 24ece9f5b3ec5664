import type { AnalyserFinding } from "../analyser.ts";

/** Options whose value is a file of the project or an address. */
const FILES = /^(?:-[rceb]|--(?:requirements?|constraints?|editable|overrides?|build-constraints?|with|with-editable|with-requirements))$/;

/** Judges every word of pip and its kin: what comes from an address, or a package from outside the workspace, must be named. */
export function pipPackages(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word, index) => {
		if (word === null) return [];
		const value = word.replace(/^(?:--[a-z-]+=|-[rceb](?=.))/, "");
		const ofOption = value !== word || FILES.test(words[index - 1] ?? "");
		if (value.startsWith("-")) return [];
		return isAddress(value) || (!ofOption && isElsewhere(value)) ? [finding(word)] : [];
	});
}

function isAddress(text: string): boolean {
	return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text.replace(/^[^@/:]+\s*@\s*/, ""));
}

function isElsewhere(text: string): boolean {
	const path = text.replace(/^[^@/]+\s*@\s*/, "");
	return /^(?:\/|~)/.test(path) || path.split("/").includes("..");
}

function finding(segment: string): AnalyserFinding {
	return { kind: "hazard", hazard: "redirects", segment, why: "takes code from this address instead of the index" };
}
