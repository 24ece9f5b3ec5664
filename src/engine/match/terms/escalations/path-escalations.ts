import type { AllOf, AnyOf, Escalation } from "../../../vocabulary/index.ts";
import type { Containment } from "../../automaton/index.ts";
import { comparePaths, containsPaths, writtenPathEntry } from "../../path/index.ts";
import { type EscalationContext, escalation, listsText, ownContext, TOO_COMPLEX } from "./escalation-report.ts";

/** What forbids paths to either agent. */
export interface PathDenials {
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
