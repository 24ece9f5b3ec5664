import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard, undecided } from "./findings.ts";

const ORDINARY =
	/^--?(?:dump|source|head|listonly|nolist|nonumbers|version|help|h|V|width(?:=.*)?|dump-width|dump-charset|hiddenlinks=.*|connect_timeout=.*|read_timeout=.*|assume_charset=.*|display_charset=.*|force_html|stdin|T|cols|O|I|no-references|no-numbering|nomargins|noreverse|nopause|nostatus|unique_urls|with_backspaces|dont_wrap_pre)$/;
const PRINTS = /^--?(?:dump|source|head|listonly|dump_source|version|help)$/;

/** Reads the words of lynx, w3m, links and elinks: what they open, and whether they only print. */
export const textBrowser: Analyser = (words) => [
	...words.flatMap(judge),
	...(words.some((word) => PRINTS.test(word ?? "")) ? [] : [undecided("", "what is done in a browser can't be seen in the command")]),
];

function judge(word: string | null, at: number): readonly AnalyserFinding[] {
	if (word === null) return [undecided("", "what is opened is only known when the shell runs")];
	if (word.startsWith("-"))
		return ORDINARY.test(word) ? [] : [hazard("loads", word, "this option may load settings, run a program or write a file", at)];
	const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(word)?.[1]?.toLowerCase();
	if (scheme === "http" || scheme === "https" || scheme === "ftp") return [{ kind: "url", url: word }];
	const file = /^file:(?:\/\/[^/]*)?(\/.*)$/is.exec(word)?.[1];
	if (file !== undefined) return [access("read", file)];
	// `lynxexec:` and its kin run programs; `host:80` is an address.
	if (scheme !== undefined && !/^[^:]+:\d+(?:\/|$)/.test(word))
		return [hazard("runs", word, "an address of this kind can run a program", at)];
	if (/^\.{0,2}\//.test(word)) return [access("read", word)];
	return /^\d+$|^[a-z]+\/[a-z]+$/i.test(word) ? [] : [access("read", word), { kind: "url", url: word }];
}
