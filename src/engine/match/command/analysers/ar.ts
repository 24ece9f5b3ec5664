import type { Analyser } from "../analyser.ts";
import { access, hazard, undecided } from "./findings.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the words of ar: the first word is what it does, with modifiers that take a word before the archive. */
export const ar: Analyser = (words) => {
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs")];
	const text = words.filter((word) => word !== null);
	const plugin = text.findIndex((word) => word.startsWith("--plugin") || word.startsWith("@") || word === "-M");
	if (plugin >= 0) return [hazard("loads", text[plugin] ?? "", "loads a plug-in, or takes commands from a file", plugin)];
	const output = text.find((word) => word.startsWith("--output="))?.slice("--output=".length);
	const [operation = "", ...rest] = text.filter(
		(word, at) => !word.startsWith("--") && text[at - 1] !== "--output" && text[at - 1] !== "--target",
	);
	const letters = operation.replace(/^-/, "");
	const [archive, ...members] = rest.slice(/[abi]/.test(letters) ? 1 : 0).slice(letters.includes("N") ? 1 : 0);
	if (archive === undefined) return /^(?:h|V)/.test(letters) || letters === "" ? [] : [undecided("", "ar is not told which archive")];
	if (/^[tp]/.test(letters)) return [access("read", archive)];
	if (letters.startsWith("x")) return [access("read", archive), ...writesBelow(output ?? ".")];
	if (!/^[dmqrs]/.test(letters)) return [undecided("", "ar is not told what to do")];
	return [access("write", archive), ...(/^[qr]/.test(letters) ? members.map((member) => access("read", member)) : [])];
};
