import type { AnalyserFinding } from "../analyser.ts";
import { readTree } from "./findings.ts";

/** Reads the words of `git cat-file`: an object that is named by its hash, or on the input, may be any file of the repository. */
export function gitCatFile(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const prints = words.some((word) => word === null || /^(?:-p|blob|--textconv|--filters)$/.test(word));
	const byHash = words.some((word) => word === null || /^[0-9a-f]{4,}$/i.test(word));
	const byInput = words.some((word) => word?.startsWith("--batch") === true);
	return byInput || (prints && byHash) ? [readTree(".")] : [];
}
