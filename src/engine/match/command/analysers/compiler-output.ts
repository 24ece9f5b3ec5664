import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, distinct } from "./findings.ts";
import { responseFiles } from "./response-files.ts";

/** Reads the words of a C compiler: without `-o` it writes `a.out`, or a file that is called like the source, where it stands. */
export const compilerOutput: Analyser = (words) => [...responseFiles(words), ...outputs(words)];

/** Reads the words of rustc and rustdoc: without `-o` or `--out-dir` they write where they stand. */
export const rustcOutput: Analyser = (words) => {
	const source = words.find((word) => word?.endsWith(".rs") === true);
	const placed = hasOutput(words) || words.some((word) => /^--(?:out-dir|print|explain|emit)(?:=|$)/.test(word ?? ""));
	return [...responseFiles(words), ...(source === undefined || source === null || placed ? [] : [access("write", stem(source))])];
};

/** Reads the words of a linker or assembler: without `-o` it writes `a.out`. */
export const linkerOutput: Analyser = (words) => [
	...responseFiles(words),
	...(hasOutput(words) || words.every((word) => word?.startsWith("-") === true) ? [] : [access("write", "a.out")]),
];

const ONLY_LOOKS = /^(?:-E|-MM?|-fsyntax-only|--version|--help.*|-dump(?:version|machine|fullversion)|-print-.*|-###|--print-.*)$/;
const SOURCE = /\.(?:[cCmsSi]|cc|cp|cpp|cxx|c\+\+|mm|ii|f|f90|F90|for|cu|go|d)$/;

function outputs(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const sources = words.filter((word) => word !== null && !word.startsWith("-") && SOURCE.test(word)).map((word) => stem(word ?? ""));
	if (words.some((word) => ONLY_LOOKS.test(word ?? ""))) return [];
	const notes = words.some((word) => /^-M?MD$/.test(word ?? "")) ? sources.map((name) => access("write", `${name}.d`)) : [];
	if (hasOutput(words) || words.every((word) => word?.startsWith("-") === true)) return notes;
	const ending = words.includes("-c") ? "o" : words.includes("-S") ? "s" : null;
	return distinct([
		...notes,
		...(ending === null ? [access("write", "a.out")] : sources.map((name) => access("write", `${name}.${ending}`))),
	]);
}

function hasOutput(words: readonly (string | null)[]): boolean {
	return words.some((word) => /^--?o(?:utput)?(?:=|$)/.test(word ?? "") || /^-o[^=]/.test(word ?? ""));
}

function stem(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}
