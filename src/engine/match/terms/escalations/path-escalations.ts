import type { AllOf, AnyOf, Escalation } from "../../../vocabulary/index.ts";
import type { Containment } from "../../automaton/index.ts";
import { containsPathEntry, writtenPathEntry } from "../../path/index.ts";
import { type EscalationContext, escalation, listsText, ownContext } from "./escalation-report.ts";

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
	return asked.flatMap((entry) => {
		const requested = writtenPathEntry(entry);
		const outside = parent
			.map((set) => containsPathEntry(entry, { parent: set, besides, scope: context }))
			.find(({ contained }) => contained !== true);
		if (outside !== undefined) {
			return [
				escalation(context, {
					dimension,
					entry,
					requested,
					parent: held,
					message: `${requested} is not within the parent's ${held}${example(outside, requested)}`,
				}),
			];
		}
		if (!isForbidden(entry, denials, context)) return [];
		return [escalation(context, { dimension, entry, requested, parent: "blocked", message: `the parent may not reach ${requested}` })];
	});
}

/** The parent's denials leave nothing of the entry, and the child did not give it up itself. */
function isForbidden(entry: string, { parent, child }: PathDenials, context: EscalationContext): boolean {
	if (parent.length === 0) return false;
	const byParent = containsPathEntry(entry, { parent, parentUse: "deny", scope: context });
	return (
		byParent.contained === true &&
		containsPathEntry(entry, { parent: child, parentUse: "deny", scope: ownContext(context) }).contained !== true
	);
}

function example(outside: Containment, requested: string): string {
	if (outside.contained !== false) return ", as far as can be told";
	const shown = writtenPathEntry(outside.example);
	return shown === requested ? "" : ` (for example ${shown})`;
}
