import { type EdgeVerdict, type Escalation, type Facts, lineOf, type TargetSet, type TargetTerms, type Writ } from "../../engine/index.ts";
import { edgeState } from "../../state/edges/index.ts";
import type { Connection } from "../../store/index.ts";
import type { Context } from "../context.ts";
import type { Known } from "../memory/agents.ts";

/** What every decision about an agent is made with, whatever is asked. */
export function standingFacts({ definitions: { ceiling }, disk }: Context, known: Known, confined = false): Facts {
	return {
		...disk,
		lineage: known.lineage,
		children: known.children,
		depth: known.agent.depth,
		// The list of approvals is open to people as long as the server runs.
		approver: true,
		confined,
		...(ceiling === undefined ? {} : { ceiling }),
	};
}

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

/** SECURITY: an agent that does not listen looks as out of reach as a missing one; itself and its children an agent knows in any case. */
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

/**
 * Whether a target that an agent lists is within its parent's reach as the edges stand; its own parent and children always are.
 * SECURITY: lists of ids are bounded by the parent's lists when a child is sealed, but a parent that needs edges has no list.
 */
export async function isWithinParentsReach(connection: Connection, known: Known, target: string, now: number): Promise<boolean> {
	for (let at = known; at.parent !== null; at = at.parent) {
		if (target === at.agent.parent || at.children.some((child) => child === target)) return true;
		if (!listedTargets(at.writ).some(([, id]) => id === target)) return true;
		if (!(await reaches(connection, at.parent, target, now))) return false;
	}
	return true;
}

/** Whether the edges of its ancestors have a say in what an agent reaches; a list without a parent is bounded by nobody. */
export function asksForParents(known: Known, target: string): boolean {
	return known.parent !== null && listedTargets(known.writ).some(([, id]) => id === target);
}

/** What a child lists beyond the reach of its parent; `children` are its own. */
export async function targetsBeyondReach(
	connection: Connection,
	parent: Known,
	child: Writ,
	now: number,
	children: readonly string[] = [],
): Promise<readonly Escalation[]> {
	const beyond: Escalation[] = [];
	for (const [dimension, id] of listedTargets(child)) {
		if (id === parent.agent.id || children.includes(id)) continue;
		if ((await reaches(connection, parent, id, now)) && (await isWithinParentsReach(connection, parent, id, now))) continue;
		beyond.push({ dimension, requested: id, parent: "no edge", message: `the parent cannot reach '${id}'` });
	}
	return beyond;
}

const REACHED: readonly EdgeVerdict[] = ["allow", "rate"];

async function reaches(connection: Connection, { agent, writ, lineage }: Known, target: string, now: number): Promise<boolean> {
	const verdict = await edgeState(connection, agent.id, target, now);
	if (verdict !== "none") return REACHED.includes(verdict);
	return lineOf(writ, { lineage }).every((link) => !link.writ.terms.messaging.allowed_targets.edge_required);
}

/** Every id that a writ lists as a target, with the dimension that lists it. */
function listedTargets({ terms: { messaging, tools } }: Writ): readonly (readonly [dimension: string, id: string])[] {
	const lists: readonly (readonly [string, TargetTerms | null])[] = [
		["messaging.allowed_targets", messaging.allowed_targets],
		...Object.entries(tools.permissions).map(
			([tool, permission]) => [`tools.permissions.${tool}.allowed_targets`, permission.allowed_targets] as const,
		),
	];
	return lists.flatMap(([dimension, terms]) =>
		(terms?.targets ?? []).flatMap((set) => (typeof set === "string" ? [] : set.map((id) => [dimension, id] as const))),
	);
}
