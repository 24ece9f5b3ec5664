import type { Analyser } from "../analyser.ts";
import { readTree } from "./findings.ts";

const SUMMARIES = /^--(?:stat|shortstat|numstat|name-only|name-status|summary|dirstat|raw)(?:=|$)/;
const PATCHES = /^-(?:[pucmW]|U\d*|-patch.*|-cc|-unified.*|-word-diff.*|-color-words.*|-binary|-remerge-diff|-diff-merges.*|-dd)$/;

/** Reads the words of `git stash show`: any option but those for a summary makes it print what the stash holds. */
export const gitStashShow: Analyser = (words) =>
	words.some((word) => word === null || (word.startsWith("-") && !SUMMARIES.test(word))) ? [readTree(".")] : [];

/** Reads the words of `git stash list`, which prints what the stashes hold only when it is told to. */
export const gitStashList: Analyser = (words) => (words.some((word) => word === null || PATCHES.test(word)) ? [readTree(".")] : []);
