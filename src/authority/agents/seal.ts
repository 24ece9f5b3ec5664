import {
	attenuateWrit,
	type Composition,
	decide,
	type Escalation,
	effectiveTerms,
	type Place,
	type SealContext,
	sealComposition,
	type Writ,
} from "../../engine/index.ts";
import { realDisk } from "../../platform/index.ts";
import type { Connection } from "../../store/index.ts";
import type { Context } from "../context.ts";
import { targetsBeyondReach } from "../decisions/facts.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import type { Birth } from "./birth.ts";

/** The writ of a root is what was composed; the writ of a child is also bounded by its parent's as it holds now. */
export async function sealChild(
	context: Context,
	connection: Connection,
	parent: Known | null,
	{ id, composition, wish }: Birth,
	places: Readonly<Partial<Record<Place, string>>>,
): Promise<Outcome<{ readonly writ: Writ; readonly warnings: readonly string[] }>> {
	const sealed = sealComposition(composition, sealContext({ agent: id, parent: parent?.agent.id ?? null }, places));
	if (!sealed.ok)
		return refuse("invalid-definition", sealed.problems[0]?.message ?? "The definition cannot be sealed", { problems: sealed.problems });
	const warnings = sealed.warnings.map(({ message }) => message);
	if (parent === null) return done({ writ: sealed.writ, warnings });
	const held = heldNow(parent);
	// The right to spawn and its limits; what exceeds the parent is told by the attenuation below, all at once.
	const gate = decide(
		parent.writ,
		{ kind: "spawn", wish: composition.name },
		{ lineage: parent.lineage, children: parent.children, depth: parent.agent.depth, escalations: () => [] },
	);
	if (gate.effect !== "allow") return refuse(gate.reasons[0].code, gate.reasons[0].message, { reasons: gate.reasons });
	const bounded = attenuateWrit(held, sealed.writ, { mode: wish.fit ?? "strict" });
	// A child that may be cut down keeps what it lists: each decision asks for its parent's reach anyway.
	const beyond = wish.fit === "clamp" ? [] : await targetsBeyondReach(connection, parent, sealed.writ, context.clock.now());
	if (bounded.ok && beyond.length === 0) return done({ writ: bounded.writ, warnings });
	const escalations = bounded.ok ? beyond : unique([...bounded.escalations, ...beyond]);
	const dimensions = escalations.map(({ dimension }) => dimension).join(", ");
	return refuse("escalation", `The child asks for more than its parent has: ${dimensions}`, { escalations });
}

/** Each thing once, though a list can be beyond the parent's list and beyond its edges. */
function unique(escalations: readonly Escalation[]): readonly Escalation[] {
	return [...new Map(escalations.toReversed().map((one) => [`${one.dimension} ${one.requested}`, one])).values()].toReversed();
}

/** An agent's writ with the terms that its ancestors leave it now, met as one: to be shown, planned from, and held against a wish. */
export function heldNow({ writ, lineage }: Known): Writ {
	return { ...writ, terms: effectiveTerms(writ, { lineage }) };
}

/** Where a definition is sealed that no agent holds yet. */
const NOWHERE = {
	workspace: "/sandbox/workspace",
	shared: "/sandbox/shared",
	exports: "/sandbox/exports",
	claude: "/sandbox/.claude",
	session: "/sandbox/session",
};

/** What a definition would come to, sealed for nobody: to be compared and explained. */
export function sealNowhere(composition: Composition): Outcome<Writ> {
	const sealed = sealComposition(composition, sealContext({ agent: "agent" }, NOWHERE));
	if (sealed.ok) return done(sealed.writ);
	return refuse("invalid-definition", sealed.problems[0]?.message ?? "The definition cannot be sealed", { problems: sealed.problems });
}

/** For whom a definition is sealed. */
type Holder = Pick<SealContext, "agent" | "parent" | "children" | "home">;

/** The context of sealing for somebody at these places of this disk. */
export function sealContext(holder: Holder, { workspace = "/", ...places }: Readonly<Partial<Record<Place, string>>>): SealContext {
	return { ...holder, root: workspace, places, ...realDisk };
}

/** The context of sealing once more where a writ already holds. */
export function sealContextOf({ agent, parent, children, places }: Pick<Writ, "agent" | "parent" | "children" | "places">): SealContext {
	return sealContext({ agent, parent, children, ...(places.home === null ? {} : { home: places.home }) }, places.written);
}
