import type { AnyOf } from "../../vocabulary/index.ts";
import { quoteText } from "../shape/index.ts";
import { canonicalEntries } from "./list-terms.ts";
import { type Notes, noteError } from "./notes.ts";

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Names of environment variables. SECURITY: no patterns, so that no secret is passed on by accident. */
export function environmentTerms(notes: Notes, dimension: string, entries: readonly string[]): AnyOf {
	return canonicalEntries(entries, (entry, index) => {
		if (VARIABLE.test(entry)) return entry;
		noteError(
			notes,
			{ dimension, entry, index },
			"bad-value",
			`${quoteText(entry)} is no name of a variable`,
			"write the name alone, without $, * or a value",
		);
		return undefined;
	});
}
