import type { Analyser } from "../analyser.ts";
import { access } from "./findings.ts";

/** Reads the words of ctags: unless it prints, or a file is named, it writes `tags` where it stands. */
export const tags: Analyser = (words) =>
	words.some((word) => /^(?:-x|-[fo].*|--filter.*|--output.*|--list.*|--version|--help.*|-\?)$/.test(word ?? ""))
		? []
		: [access("write", "tags")];
