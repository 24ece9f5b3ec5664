import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard, undecided } from "./findings.ts";

const READING_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Reads the operands of httpie and its kin: method, address, then items that are sent; `name@file` and `name=@file` send a file. */
export const httpie: Analyser = (operands) => {
	const method = operands[0];
	const named = typeof method === "string" && /^[A-Za-z]+$/.test(method) && operands.length > 1 && !/^(?:https?|localhost)$/i.test(method);
	const rest = named ? operands.slice(1) : operands;
	const first: readonly AnalyserFinding[] =
		named && !READING_METHODS.has(method.toUpperCase())
			? [hazard("changes", method, "this method changes something on the server", 0)]
			: [];
	return [...first, ...rest.flatMap((word, index) => (index === 0 ? address(word) : item(word)))];
};

function address(word: string | null): readonly AnalyserFinding[] {
	if (word === null) return [undecided("", "which host is talked to is only known when the shell runs")];
	return [{ kind: "url", url: word.startsWith(":") ? `localhost${/^:\d/.test(word) ? word : `/${word.replace(/^:\/?/, "")}`}` : word }];
}

function item(word: string | null): readonly AnalyserFinding[] {
	if (word === null) return [undecided("", "what is sent is only known when the shell runs")];
	const file = /^[^=:@]*(?:==|:?=|:)?@(.+)$/s.exec(word)?.[1];
	if (file !== undefined) return [access("read", file.replace(/;type=.*$/s, "")), hazard("changes", word, "sends a file to the server")];
	return /^[^:=]+:(?!=)/.test(word) || word.includes("==") ? [] : [hazard("changes", word, "sends data to the server")];
}
