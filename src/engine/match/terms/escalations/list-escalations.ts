import type { AllOf, AnyOf, Escalation, Terms } from "../../../vocabulary/index.ts";
import { holdsEvent } from "../../event/index.ts";
import { holdsHost } from "../../host/index.ts";
import { type EscalationContext, escalation, listsText, listText } from "./escalation-report.ts";

/** Hosts, events, variables and profiles that a child asks for and its parent does not have. */
export function listEscalations(parent: Terms, child: Terms, context: EscalationContext): readonly Escalation[] {
	return [
		...setEscalations("network.allow", parent.network.allow, child.network.allow, context, unheld(holdsHost)),
		...deniedHosts(parent, child, context),
		...setEscalations("events.allowed", parent.events.allowed, child.events.allowed, context, unheld(holdsEvent)),
		...nameEscalations("environment.allow", parent.environment.allow, child.environment.allow, context),
		...nameEscalations("capabilities.spawn.profiles", parent.capabilities.spawn.profiles, child.capabilities.spawn.profiles, context),
	];
}

/** The entries of a set that a parent's set does not hold. */
export type Unheld = (parent: AnyOf, child: AnyOf) => readonly string[];

/**
 * Entries beyond a conjunction of sets. A parent's set is held when one of the child's sets lies in it; otherwise the
 * child's set with the fewest entries beyond it tells what was too much.
 */
export function setEscalations(
	dimension: string,
	parent: AllOf,
	child: AllOf,
	context: EscalationContext,
	unheldBy: Unheld,
): readonly Escalation[] {
	const held = listsText(parent);
	const beyond = parent.flatMap((set) => {
		const candidates = child.map((asked) => unheldBy(set, asked));
		if (candidates.length === 0) return ["everything"];
		return candidates.reduce((fewest, candidate) => (candidate.length < fewest.length ? candidate : fewest));
	});
	return [...new Set(beyond)].map((entry) =>
		escalation(context, { dimension, entry, requested: entry, parent: held, message: `${entry} is not within the parent's ${held}` }),
	);
}

function unheld(holds: (parent: AnyOf, entry: string) => boolean): Unheld {
	return (parent, child) => child.filter((entry) => !holds(parent, entry));
}

/** Hosts that the parent's denials forbid whole, and the child's own do not. */
function deniedHosts(parent: Terms, child: Terms, context: EscalationContext): readonly Escalation[] {
	const asked = child.network.allow[0] ?? [];
	return asked
		.filter((entry) => holdsHost(parent.network.deny, entry) && !holdsHost(child.network.deny, entry))
		.map((entry) =>
			escalation(context, {
				dimension: "network.allow",
				entry,
				requested: entry,
				parent: "denied",
				message: `the parent may not reach ${entry}`,
			}),
		);
}

/** `null` = every name. */
function nameEscalations(dimension: string, parent: AnyOf | null, child: AnyOf | null, context: EscalationContext): readonly Escalation[] {
	if (parent === null) return [];
	const held = listText(parent);
	const beyond = child === null ? ["everything"] : child.filter((name) => !parent.includes(name));
	return beyond.map((name) =>
		escalation(context, { dimension, entry: name, requested: name, parent: held, message: `${name} is not among the parent's ${held}` }),
	);
}
