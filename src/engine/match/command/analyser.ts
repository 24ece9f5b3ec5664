import type { Hazard } from "./program-table.ts";

/** What an analyser finds in the words of one command, or in the text of one small program. */
export type AnalyserFinding =
	/** Covered only when the rule names the word at `at`; without `at`, the word that contains `segment`. */
	| { readonly kind: "hazard"; readonly hazard: Hazard; readonly segment: string; readonly why: string; readonly at?: number }
	/** A file or directory to check against the paths; with `tree` everything below it is read. */
	| { readonly kind: "read" | "write"; readonly path: string; readonly tree?: true }
	/** A URL or host to check against the network. */
	| { readonly kind: "url"; readonly url: string }
	/** Shell text that is run: parsed and walked. */
	| { readonly kind: "shell"; readonly text: string }
	/** A command that is run: looked through. `appends`: words that are not known are added or put in place of `null`. */
	| { readonly kind: "command"; readonly words: readonly (string | null)[]; readonly appends: boolean }
	/** It cannot be decided. An empty `segment` is about the command as a whole: no rule can name it. */
	| { readonly kind: "ask"; readonly segment: string; readonly why: string; readonly at?: number };

/**
 * Judges what rows of a table cannot say. The words are those after the program's name (`find`, `tar`, `dd` …), or one
 * word with the text of a small program (`sed-script`, `awk-program`, `jq-filter`); `null` is a word that is not static.
 * Pure, never throws, linear in the length of the words.
 */
export type Analyser = (words: readonly (string | null)[]) => readonly AnalyserFinding[];
