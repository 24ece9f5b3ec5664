import type { Analyser } from "../analyser.ts";
import { undecided } from "./findings.ts";

/** Reads the words of `git apply` and `git am`: which files are changed stands in the patch. */
export const gitApply: Analyser = (words) => {
	const looks = words.some((word) => /^--(?:check|stat|numstat|summary|show-current-patch.*|abort|quit)$/.test(word ?? ""));
	return looks && !words.includes("--apply") ? [] : [undecided("", "which files are changed stands in the patch")];
};
