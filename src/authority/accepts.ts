import { lineOf, type TargetSet } from "../engine/index.ts";
import type { Known } from "./known-agents.ts";

/** Whether a receiver hears this sender: its writ's `accept_from`, and the list of its own. */
export function accepts(receiver: Known, sender: string): boolean {
	const { acceptFrom } = receiver.agent;
	if (acceptFrom !== null && !acceptFrom.includes(sender)) return false;
	return lineOf(receiver.writ, { lineage: receiver.lineage }).every((link) => {
		const { targets, within } = link.writ.terms.messaging.accept_from;
		if (!targets.every((set) => isIn(receiver, set, sender))) return false;
		return isFamily(receiver, sender) || within.every((list) => list.includes(sender));
	});
}

/** SECURITY: one that does not listen is out of reach like one that is missing; of itself and of its children an agent knows anyway. */
export function isHeard({ agent: { id }, children }: Known, receiver: Known): boolean {
	return receiver.agent.id === id || children.includes(receiver.agent.id) || accepts(receiver, id);
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
