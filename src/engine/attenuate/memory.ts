import { memoWhile } from "../../memory/index.ts";
import type { Facts, Terms, Writ } from "../language/index.ts";

type Effective = (writ: Writ, facts: Pick<Facts, "lineage">) => Terms;

/** The same terms of a writ, while the same ancestors live. */
export function rememberLineage(make: Effective): Effective {
	const remembered = memoWhile(
		(made: { readonly lineage: readonly Writ[]; readonly terms: Terms }, lineage: readonly Writ[]) => isSame(made.lineage, lineage),
		// Whoever made the list may change it later.
		(writ: Writ, lineage) => ({ lineage: [...lineage], terms: make(writ, { lineage }) }),
	);
	return (writ, { lineage = [] }) => (lineage.length === 0 ? make(writ, { lineage }) : remembered(writ, lineage).terms);
}

function isSame(left: readonly Writ[], right: readonly Writ[]): boolean {
	return left.length === right.length && left.every((writ, at) => writ === right[at]);
}
