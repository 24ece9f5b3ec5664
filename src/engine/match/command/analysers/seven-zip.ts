import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, readTree, undecided } from "./findings.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the words of 7z: the first operand is what it does, the second the archive, the others are files. */
export const sevenZip: Analyser = (words) => {
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs")];
	const text = words.filter((word) => word !== null);
	const dashes = text.indexOf("--");
	const isSwitch = (word: string, at: number) => word.startsWith("-") && (dashes < 0 || at < dashes);
	const switches = text.filter(isSwitch);
	const [command = "", archive, ...files] = text.filter((word, at) => !isSwitch(word, at) && at !== dashes);
	const lists = [...files, ...switches.map((word) => word.replace(/^-[ix][^@]*/, ""))].filter((word) => word.startsWith("@"));
	const findings: AnalyserFinding[] = lists.map((list) => access("read", list.slice(1)));
	const workspace = switches.find((word) => /^-w./.test(word));
	if (workspace !== undefined) findings.push(access("write", workspace.slice(2)));
	if (switches.some((word) => word.startsWith("-seml"))) findings.push(undecided("-seml", "sends the archive by mail"));
	if (lists.length > 0 && /^[audh]/.test(command)) findings.push(undecided("", "the names of the files come from a list"));
	const read = archive === undefined ? [] : [access("read", archive)];
	const write = archive === undefined ? [] : [access("write", archive)];
	switch (command) {
		case "b":
		case "i":
			return findings;
		case "l":
		case "t":
			return [...findings, ...read];
		case "h":
			return [...findings, ...[archive ?? ".", ...files].map(readTree)];
		case "d":
		case "rn":
			return [...findings, ...write];
		case "a":
		case "u":
			return [...findings, ...write, ...sources(files, switches)];
		case "e":
		case "x":
			return [...findings, ...read, ...target(switches)];
		default:
			return [...findings, undecided("", "7z is not told what to do")];
	}
};

function sources(files: readonly string[], switches: readonly string[]): readonly AnalyserFinding[] {
	const named = files.filter((file) => !file.startsWith("@"));
	const deletes = switches.includes("-sdel");
	return (named.length === 0 ? ["."] : named).map((file) => (deletes ? access("write", file) : readTree(file)));
}

function target(switches: readonly string[]): readonly AnalyserFinding[] {
	if (switches.includes("-so")) return [];
	if (switches.some((word) => word.startsWith("-spf"))) return [undecided("-spf", "members of the archive may go anywhere on the disk")];
	return writesBelow(switches.find((word) => word.startsWith("-o"))?.slice(2) || ".");
}
