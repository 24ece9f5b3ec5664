import type { Analyser } from "../analyser.ts";

/** Reads the operands of xmllint: an address is fetched. */
export const xmlSources: Analyser = (operands) =>
	operands.flatMap((operand) => (operand !== null && /^[a-z][a-z0-9+.-]*:\/\//i.test(operand) ? [{ kind: "url", url: operand }] : []));
