import type { Escalation, Terms } from "../../vocabulary/index.ts";
import type { EscalationContext } from "./escalations/escalation-report.ts";
import { listEscalations } from "./escalations/list-escalations.ts";
import { pathEscalations } from "./escalations/path-escalations.ts";
import { plainEscalations } from "./escalations/plain-escalations.ts";
import { targetEscalations } from "./escalations/target-escalations.ts";
import { toolEscalations } from "./escalations/tool-escalations.ts";
import { unite } from "./meet-all-of.ts";

/**
 * Everything that a child asks for beyond its parent, all at once. For a parent agent pass `inheritedTerms(parent)`.
 * A denial that the child does not repeat is no escalation: the child gains it.
 */
export function findEscalations(parent: Terms, child: Terms, context: EscalationContext = {}): readonly Escalation[] {
	const { filesystem: held } = parent;
	const { filesystem: asked } = child;
	const blocked = { parent: held.blocked_paths, child: asked.blocked_paths };
	const unwritable = {
		parent: unite(held.blocked_paths, held.protected_paths),
		child: unite(asked.blocked_paths, asked.protected_paths),
	};
	return [
		...toolEscalations(parent.tools, child.tools, context),
		...pathEscalations("filesystem.sandbox_root", held.sandbox_root, asked.sandbox_root, context),
		...pathEscalations("filesystem.read_paths", held.read_paths, asked.read_paths, context, blocked),
		...pathEscalations("filesystem.write_paths", held.write_paths, asked.write_paths, context, unwritable),
		...listEscalations(parent, child, context),
		...targetEscalations("messaging.allowed_targets", parent.messaging.allowed_targets, child.messaging.allowed_targets, context),
		...targetEscalations("messaging.accept_from", parent.messaging.accept_from, child.messaging.accept_from, context),
		...plainEscalations(parent, child, context),
	];
}
