import type { Catalog, Problem, Profile } from "../../engine/index.ts";
import type { Positions } from "../yaml/index.ts";
import { type ForeignReading, foreignProblem } from "./foreign-reading.ts";
import { fromNexus } from "./from-nexus.ts";
import { fromOrchestrator } from "./from-orchestrator.ts";
import { movePositions } from "./move-positions.ts";
import { recogniseForeign } from "./recognise-foreign.ts";

/** A document in a foreign form as a profile, with the places in the document that its parts came from. */
export type ForeignProfile =
	| {
			readonly ok: true;
			readonly profile: Profile;
			readonly warnings: readonly Problem[];
			readonly positionsFrom: (positions: Positions) => Positions;
	  }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a NEXUS or orchestrator document; `undefined` when it has writ's own form. */
export function readForeignProfile(value: unknown, catalog: Catalog | undefined): ForeignProfile | undefined {
	const dialect = recogniseForeign(value);
	if (dialect === "writ") return undefined;
	const read = dialect === "nexus" ? nexus(value, catalog) : fromOrchestrator(value);
	if (!read.ok) return read;
	const { profile, warnings, moves } = read;
	return { ok: true, profile, warnings, positionsFrom: (positions) => movePositions(positions, moves) };
}

function nexus(value: unknown, catalog: Catalog | undefined): ForeignReading {
	if (catalog) return fromNexus(value, catalog);
	return {
		ok: false,
		problems: [
			foreignProblem("not-found", "level", "a NEXUS object starts from the profile of its level, and there is no catalog to find it in"),
		],
	};
}
