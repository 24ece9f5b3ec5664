import { effectiveTerms, type TargetSet } from "../engine/index.ts";
import type { Known } from "./known-agents.ts";

/** Whether a receiver hears this sender: its writ's `accept_from`, and the list of its own. */
export function accepts(receiver: Known, sender: string): boolean {
	const { acceptFrom } = receiver.agent;
	if (acceptFrom !== null && !acceptFrom.includes(sender)) return false;
	const { targets, within } = effectiveTerms(receiver.writ, { lineage: receiver.lineage }).messaging.accept_from;
	if (!targets.every((set) => isIn(receiver, set, sender))) return false;
	return isFamily(receiver, sender) || within.every((list) => list.includes(sender));
}

function isIn(receiver: Known, set: TargetSet, sender: string): boolean {
	if (set === "parent") return sender === receiver.agent.parent;
	if (set === "children") return receiver.children.some((child) => child === sender);
	if (set === "family") return isFamily(receiver, sender);
	return set.includes(sender);
}

function isFamily(receiver: Known, sender: string): boolean {
	return sender === receiver.agent.parent || receiver.children.some((child) => child === sender);
}
