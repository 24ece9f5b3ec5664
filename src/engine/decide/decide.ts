import { compileEventSet } from "../match/index.ts";
import { assertNever, type Decision, type Facts, type Request, type Terms, type Writ } from "../vocabulary/index.ts";
import { checkHost } from "./check-host.ts";
import { checkSpawn } from "./check-spawn.ts";
import { checkSpend } from "./check-spend.ts";
import { decidePath } from "./decide-path.ts";
import { decideCommand, decideTarget, decideTool } from "./decide-tool.ts";
import { effectiveTerms } from "./effective-terms.ts";
import { conclude, decision, denied, type Outcome, reasonOf } from "./outcome.ts";
import { readRequest } from "./read-request.ts";

/** Allow, deny or ask, and why. Synchronous, without side effects; whatever goes wrong is a denial. */
export function decide(writ: Writ, request: Request, facts: Facts = {}): Decision {
	try {
		const problem = readRequest(request);
		if (problem !== null) return decision("deny", [reasonOf("invalid-request", problem)]);
		return decideRequest(writ, effectiveTerms(writ, facts), request, facts);
	} catch (error) {
		// INVARIANT: broken machinery (a fact that throws, a bug of ours) never allows.
		return decision("deny", [
			reasonOf("authority-unavailable", `The decision could not be made: ${error instanceof Error ? error.message : "unknown error"}`),
		]);
	}
}

function decideRequest(writ: Writ, terms: Terms, request: Request, facts: Facts): Decision {
	switch (request.kind) {
		case "tool":
			return decideTool(writ, terms, request, facts);
		case "command":
			return decideCommand(writ, terms, request, facts);
		case "path":
			return decidePath(writ, terms, request, facts);
		case "target":
			return decideTarget(writ, terms, request, facts);
		case "network":
			return answer(checkHost(terms, request.host, request.port), facts, `'${request.host}:${request.port}' may be reached`);
		case "spend":
			return answer(checkSpend(terms, request, facts), facts, "The budget holds it");
		case "spawn":
			return answer(checkSpawn(writ, terms, request, facts), facts, "The child may be spawned");
		case "event":
			return answer(checkEvent(terms, request.event), facts, `Event '${request.event}' may be emitted`);
		default:
			return assertNever(request);
	}
}

function checkEvent(terms: Terms, event: string): Outcome | null {
	for (const set of terms.events.allowed) {
		if (compileEventSet(set)(event) === null)
			return denied("scope-not-allowed", `Event '${event}' may not be emitted`, { segment: event, remedy: `events.allowed: ["${event}"]` });
	}
	return terms.events.allowed.length === 0 ? denied("scope-not-allowed", `Event '${event}' may not be emitted`) : null;
}

function answer(found: Outcome | readonly Outcome[] | null, facts: Facts, message: string): Decision {
	const outcomes = found === null ? [] : "effect" in found ? [found] : found;
	return conclude(outcomes, facts, () => reasonOf("granted", message), []);
}
