import type { Analyser } from "../analyser.ts";

/** Reads the words of xmllint: every address among them is fetched. */
export const xmlSources: Analyser = (words) =>
	words.flatMap((operand) => (operand !== null && /^[a-z][a-z0-9+.-]*:\/\//i.test(operand) ? [{ kind: "url", url: operand }] : []));
