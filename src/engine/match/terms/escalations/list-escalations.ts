import type { AllOf, AnyOf, Escalation, Terms } from "../../../vocabulary/index.ts";
import { compareEvents } from "../../event/index.ts";
import { compareHosts } from "../../host/index.ts";
import { type EscalationContext, escalation, listsText, listText, TOO_COMPLEX } from "./escalation-report.ts";

/** Hosts, events, variables and profiles that a child asks for and its parent does not have. */
export function listEscalations(parent: Terms, child: Terms, context: EscalationContext): readonly Escalation[] {
	return [
		...setEscalations("network.allow", parent.network.allow, child.network.allow, context, compareHosts),
		...deniedHosts(parent, child, context),
		...setEscalations("events.allowed", parent.events.allowed, child.events.allowed, context, compareEvents),
		...nameEscalations("environment.allow", parent.environment.allow, child.environment.allow, context),
		...nameEscalations("capabilities.spawn.profiles", parent.capabilities.spawn.profiles, child.capabilities.spawn.profiles, context),
	];
}

/** Prepares the question whether a parent's set holds an entry; "unknown" when that is too complex to tell. */
export type Compare = (parent: AnyOf) => (entry: string) => boolean | "unknown";

/**
 * Entries beyond a conjunction of sets. A parent's set is held when one of the child's sets lies in it; otherwise the
 * child's set with the fewest entries beyond it tells what was too much.
 */
export function setEscalations(
	dimension: string,
	parent: AllOf,
	child: AllOf,
	context: EscalationContext,
	compare: Compare,
): readonly Escalation[] {
	const held = listsText(parent);
	const beyond = parent.flatMap((set) => {
		const candidates = child.map((asked) => beyondSet(compare(set), asked));
		if (candidates.length === 0) return [{ entry: "everything", unproven: false }];
		return candidates.reduce((fewest, candidate) => (candidate.length < fewest.length ? candidate : fewest));
	});
	const byEntry = new Map(beyond.map((found) => [found.entry, found]));
	return [...byEntry.values()].map(({ entry, unproven }) => {
		const says = `${entry} is not within the parent's ${held}${unproven ? ` as far as can be told: ${TOO_COMPLEX}` : ""}`;
		return escalation(context, { dimension, entry, requested: entry, parent: held, message: says, ...(unproven ? { unproven } : {}) });
	});
}

interface Beyond {
	readonly entry: string;
	readonly unproven: boolean;
}

function beyondSet(holds: ReturnType<Compare>, asked: AnyOf): readonly Beyond[] {
	return asked.flatMap((entry) => {
		const held = holds(entry);
		return held === true ? [] : [{ entry, unproven: held === "unknown" }];
	});
}

/** Hosts that the parent's denials forbid whole, and the child's own do not. */
function deniedHosts(parent: Terms, child: Terms, context: EscalationContext): readonly Escalation[] {
	const byParent = compareHosts(parent.network.deny);
	const byChild = compareHosts(child.network.deny);
	return (child.network.allow[0] ?? [])
		.filter((entry) => byParent(entry) && !byChild(entry))
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
	const names = new Set(parent);
	const beyond = child === null ? ["everything"] : child.filter((name) => !names.has(name));
	return beyond.map((name) =>
		escalation(context, { dimension, entry: name, requested: name, parent: held, message: `${name} is not among the parent's ${held}` }),
	);
}
