import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard, readTree, undecided } from "./findings.ts";

const RUNS = /^-(?:if\d*|p|printformat|config|use|api|userparam|stay_open|execute\d*|@|argfile|common_args|geotag|efile\d*!?|srcfile)$/i;
const WRITES =
	/^-(?:o|out|w[0-9+!]*|W[0-9+!]*|textout\d*[+!]?|tagout[+!]?|overwrite_original(?:_in_place)?|delete_original!?|restore_original|tagsfromfile|addtagsfromfile|geosync|geotime|csv|json|j)$/i;

/**
 * Reads the words of exiftool. `-TAG=value` and `-TAG<source` change the file, and with FileName or Directory its name; an
 * expression (`-if`, `-p`) is Perl.
 */
export const exiftool: Analyser = (words) => {
	const recursive = words.some((word) => /^-r\.?$|^-recurse$/i.test(word ?? ""));
	return words.flatMap((word, at): readonly AnalyserFinding[] => {
		if (word === null) return [undecided("", "a word is only known when the shell runs: it may be an option")];
		if (!word.startsWith("-") || word === "-") return [recursive ? readTree(word) : access("read", word)];
		const file = /<=(.+)$/s.exec(word)?.[1];
		const sent = file === undefined ? [] : [access("read", file)];
		if (/[=<>]/.test(word)) return [...sent, hazard("changes", word, "changes the file, or its name", at)];
		if (RUNS.test(word)) return [hazard("runs", word, "takes code, settings or more options", at)];
		return WRITES.test(word) && !/^-(?:csv|json|j)$/i.test(word) ? [hazard("changes", word, "writes files", at)] : [];
	});
};
