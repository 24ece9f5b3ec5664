import { effectiveTerms } from "../decide/index.ts";
import { assertNever, type Facts, type Request, type Writ } from "../vocabulary/index.ts";
import { callContext } from "./call-context.ts";
import { explainEvent, explainNetwork } from "./explain-network.ts";
import { explainPath } from "./explain-path.ts";
import { explainSpawn } from "./explain-spawn.ts";
import { explainSpend } from "./explain-spend.ts";
import { explainTool } from "./explain-tool.ts";
import type { ExplainedStep } from "./explanation.ts";

/** Every step of the decision on a request, in order. */
export function explainSteps(writ: Writ, request: Request, facts: Facts): readonly ExplainedStep[] {
	const terms = effectiveTerms(writ, facts);
	switch (request.kind) {
		case "tool":
		case "command":
		case "target": {
			const context = callContext(writ, terms, request, facts);
			return context === null ? [] : explainTool(context);
		}
		case "path":
			return explainPath(writ, terms, request, facts);
		case "network":
			return explainNetwork(writ, terms, request, facts);
		case "spend":
			return explainSpend(writ, terms, request, facts);
		case "spawn":
			return explainSpawn(writ, terms, request, facts);
		case "event":
			return explainEvent(writ, terms, request, facts);
		default:
			return assertNever(request);
	}
}
