import type { Analyser } from "../analyser.ts";
import { access, undecided } from "./findings.ts";

/** For unpackers whose words nobody reads here: which files they write stands in the archive, unless they only list it. */
export const foreignArchive: Analyser = (words) => {
	const files = words.flatMap((word) => (word === null || word.startsWith("-") ? [] : [access("read", word)]));
	const [first] = words;
	if (first === undefined || /^(?:l|lt|lb|v|vt|vb|--version|--help|-h|-l|-v)$/.test(first ?? "")) return files.slice(0, 2);
	return [...files, undecided("", "which files are written stands in the archive")];
};
