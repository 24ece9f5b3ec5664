import { parseAgentId, type Targets, type TargetTerms } from "../../vocabulary/index.ts";
import { canonicalEntries } from "./list-terms.ts";
import { type Notes, noteError } from "./notes.ts";

/** Edges decide: no restriction of its own, but an edge is needed. */
export const EDGES_DECIDE: TargetTerms = { targets: [], within: [], edge_required: true };

/** Sealed form of who may be reached. In a list every word is an id, also `parent`. */
export function targetTerms(notes: Notes, dimension: string, targets: Targets): TargetTerms {
	if (targets === null) return EDGES_DECIDE;
	if (typeof targets === "string") return { targets: [targets], within: [], edge_required: false };
	const ids = canonicalEntries(targets, (entry, index) => {
		const parsed = parseAgentId(entry);
		if (parsed.ok) return parsed.id;
		noteError(
			notes,
			{ dimension, entry, index },
			"bad-value",
			parsed.why,
			"name agents by their ids; parent, children and family stand alone, not in a list",
		);
		return undefined;
	});
	return { targets: [ids], within: [], edge_required: false };
}
