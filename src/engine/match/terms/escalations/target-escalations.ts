import type { Escalation, TargetTerms } from "../../../vocabulary/index.ts";
import { targetsBeyond } from "../../target/index.ts";
import { type EscalationContext, escalation, listsText } from "./escalation-report.ts";

/** Agents that a child lists and its parent cannot reach; its own parent and children excepted. */
export function targetEscalations(
	dimension: string,
	parent: TargetTerms,
	child: TargetTerms,
	context: EscalationContext,
): readonly Escalation[] {
	const held = listsText(parent.within);
	return targetsBeyond(parent, child, context.family ?? []).map((id) =>
		escalation(context, { dimension, entry: id, requested: id, parent: held, message: `the parent cannot reach '${id}'` }),
	);
}
