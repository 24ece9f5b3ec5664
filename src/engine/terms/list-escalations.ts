import type { Containment } from "../automata/index.ts";
import { compareHosts } from "../hosts/index.ts";
import type { AllOf, AnyOf, Escalation, Terms } from "../language/index.ts";
import { comparePaths, containsPaths, writtenPathEntry } from "../paths/index.ts";
import { type EscalationContext, escalation, listsText, listText, ownContext, TOO_COMPLEX } from "./escalation-report.ts";
import { compareEvents } from "./events.ts";

/** Hosts, events, variables and profiles that a child asks for and its parent does not have. */
export function listEscalations(parent: Terms, child: Terms, context: EscalationContext): readonly Escalation[] {
	return [
		...setEscalations("network.allow", parent.network.allow, child.network.allow, context, compareHosts),
		...deniedHosts(parent, child, context),
		...setEscalations("events.allowed", parent.events.allowed, child.events.allowed, context, compareEvents),
		...nameEscalations("environment.allow", parent.environment.allow, child.environment.allow, context),
		...nameEscalations("capabilities.spawn.profiles", parent.capabilities.spawn.profiles, child.capabilities.spawn.profiles, context),
		...nameEscalations("sandbox.caches", parent.sandbox.caches ?? null, child.sandbox.caches ?? null, context),
	];
}

/** Prepares the question whether a parent's set holds an entry; "unknown" when that is too complex to tell. */
type Compare = (parent: AnyOf) => (entry: string) => boolean | "unknown";

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

/** What forbids paths to either agent. */
interface PathDenials {
	readonly parent: AnyOf;
	readonly child: AnyOf;
}

/** Path entries of a child that its parent does not hold, or forbids whole. */
export function pathEscalations(
	dimension: string,
	parent: AllOf,
	child: AllOf,
	context: EscalationContext,
	denials: PathDenials = { parent: [], child: [] },
): readonly Escalation[] {
	if (parent.length === 0) return [];
	const [asked, ...besides] = child;
	const held = listsText(parent.map((set) => set.map(writtenPathEntry)));
	if (asked === undefined) {
		return [
			escalation(context, { dimension, requested: "everything", parent: held, message: `everything goes beyond the parent's ${held}` }),
		];
	}
	// A set in which one of the child's lists lies whole is held, whatever the others say: that is how it was met.
	const open = parent.filter((set) => !besides.some((list) => containsPaths(set, list, context)));
	const holders = open.map((set) => comparePaths({ parent: set, besides, scope: context }));
	const isForbidden = compareDenials(denials, context);
	return asked.flatMap((entry) => {
		const requested = writtenPathEntry(entry);
		const outside = firstOutside(holders, entry);
		if (outside !== undefined) {
			return [
				escalation(context, {
					dimension,
					entry,
					requested,
					parent: held,
					message: `${requested} is not within the parent's ${held}${example(outside, requested)}`,
					...(outside.contained === "unknown" ? { unproven: true as const } : {}),
				}),
			];
		}
		if (!isForbidden(entry)) return [];
		return [escalation(context, { dimension, entry, requested, parent: "blocked", message: `the parent may not reach ${requested}` })];
	});
}

function firstOutside(holders: readonly ((entry: string) => Containment)[], entry: string): Containment | undefined {
	for (const holds of holders) {
		const found = holds(entry);
		if (found.contained !== true) return found;
	}
	return undefined;
}

/**
 * Whether the parent's denials leave nothing of an entry, and the child's own leave something. Undecided counts as no: the child
 * gains the parent's denials in any case, so that this only spares a person a grant that gives nothing.
 */
function compareDenials({ parent, child }: PathDenials, context: EscalationContext): (entry: string) => boolean {
	if (parent.length === 0) return () => false;
	const byParent = comparePaths({ parent, parentUse: "deny", scope: context });
	const byChild = comparePaths({ parent: child, parentUse: "deny", scope: ownContext(context) });
	return (entry) => byParent(entry).contained === true && byChild(entry).contained === false;
}

function example(outside: Containment, requested: string): string {
	if (outside.contained !== false) return ` as far as can be told: ${TOO_COMPLEX}`;
	const shown = writtenPathEntry(outside.example);
	return shown === requested ? "" : ` (for example ${shown})`;
}
