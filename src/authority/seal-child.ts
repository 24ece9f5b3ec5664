import { attenuateWrit, decide, type Escalation, effectiveTerms, type Place, sealComposition, type Writ } from "../engine/index.ts";
import type { Connection } from "../store/index.ts";
import type { Birth } from "./birth.ts";
import type { Context } from "./context.ts";
import type { Known } from "./known-agents.ts";
import { targetsBeyondReach } from "./parents-reach.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { sealContext } from "./seal-context.ts";

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
