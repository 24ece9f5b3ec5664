import { compileEventSet, EVENTS } from "../match/index.ts";
import type {
	Decision,
	EventRequest,
	Facts,
	NetworkRequest,
	Request,
	SpawnRequest,
	SpendRequest,
	Terms,
	Writ,
} from "../vocabulary/index.ts";
import { checkHost } from "./check-host.ts";
import { checkSpawn } from "./check-spawn.ts";
import { checkSpend } from "./check-spend.ts";
import { decideCommand } from "./decide-command.ts";
import { decidePath } from "./decide-path.ts";
import { decideTarget } from "./decide-target.ts";
import { decideTool } from "./decide-tool.ts";
import { effectiveTerms } from "./effective-terms.ts";
import { conclude, decision, denied, invalid, type Outcome, reasonOf } from "./outcome.ts";
import { missing, otherMember, unknownKind } from "./read-request.ts";

/** What a wish asks for beyond a writ; the engine hands it in, because comparing profiles is none of this folder's. */
type CompareWish = (writ: Writ, wish: unknown, facts: Facts) => ReturnType<NonNullable<Facts["escalations"]>>;

/** Allow, deny or ask, and why. Synchronous, without side effects; whatever goes wrong is a denial. */
export function decide(writ: Writ, request: Request, facts: Facts = NO_FACTS, compare?: CompareWish): Decision {
	try {
		// Callers hand in whatever arrived on a wire, so nothing is believed of its type.
		if (typeof request !== "object" || request === null || Array.isArray(request)) return invalid("A request is an object with a kind");
		switch (request.kind) {
			case "tool":
				return decideTool(writ, request, facts);
			case "command":
				return decideCommand(writ, request, facts);
			case "path":
				return decidePath(writ, request, facts);
			case "target":
				return decideTarget(writ, request, facts);
			case "network":
				return decideNetwork(writ, request, facts);
			case "spend":
				return decideSpend(writ, request, facts);
			case "spawn":
				return decideSpawn(writ, request, facts, compare);
			case "event":
				return decideEvent(writ, request, facts);
			default:
				return invalid(unknownKind((request as { kind?: unknown }).kind));
		}
	} catch (error) {
		// INVARIANT: broken machinery (a fact that throws, a bug of ours) never allows.
		return decision("deny", [
			reasonOf("authority-unavailable", `The decision could not be made: ${error instanceof Error ? error.message : "unknown error"}`),
		]);
	}
}

const NO_FACTS: Facts = Object.freeze({});

function decideNetwork(writ: Writ, request: NetworkRequest, facts: Facts): Decision {
	const { host, port } = request;
	if (typeof host !== "string") return invalid(missing("host", "network"));
	if (typeof port !== "number") return invalid(missing("port", "network"));
	const problem = otherMember(request, "network");
	if (problem !== null) return invalid(problem);
	return answer(checkHost(effectiveTerms(writ, facts), host, port), facts, `'${host}:${port}' may be reached`);
}

function decideSpend(writ: Writ, request: SpendRequest, facts: Facts): Decision {
	const problem = otherMember(request, "spend");
	if (problem !== null) return invalid(problem);
	return answer(checkSpend(effectiveTerms(writ, facts), request, facts), facts, "The budget holds it");
}

function decideSpawn(writ: Writ, request: SpawnRequest, facts: Facts, compare: CompareWish | undefined): Decision {
	const { wish } = request;
	const problem = otherMember(request, "spawn");
	if (problem !== null) return invalid(problem);
	const known =
		facts.escalations !== undefined || compare === undefined
			? facts
			: { ...facts, escalations: (one: unknown) => compare(writ, one, facts) };
	return answer(checkSpawn(writ, effectiveTerms(writ, facts), { kind: "spawn", wish }, known), facts, "The child may be spawned");
}

function decideEvent(writ: Writ, request: EventRequest, facts: Facts): Decision {
	const { event } = request;
	const problem = typeof event !== "string" ? missing("event", "event") : otherMember(request, "event");
	if (problem !== null) return invalid(problem);
	return answer(checkEvent(effectiveTerms(writ, facts), event), facts, `Event '${event}' may be emitted`);
}

function checkEvent(terms: Terms, event: string): Outcome | null {
	// SECURITY: a pattern of a namespace must not hand an agent what only people send.
	if (Object.hasOwn(EVENTS, event) && EVENTS[event] === "person")
		return denied("scope-not-allowed", `Event '${event}' is for people only`, { segment: event });
	const remedy = Object.hasOwn(EVENTS, event) ? { remedy: `events.allowed: ["${event}"]` } : {};
	for (const set of terms.events.allowed) {
		if (compileEventSet(set)(event) === null)
			return denied("scope-not-allowed", `Event '${event}' may not be emitted`, { segment: event, ...remedy });
	}
	return terms.events.allowed.length === 0 ? denied("scope-not-allowed", `Event '${event}' may not be emitted`) : null;
}

function answer(found: Outcome | readonly Outcome[] | null, facts: Facts, message: string): Decision {
	const outcomes = found === null ? [] : "effect" in found ? [found] : found;
	return conclude(outcomes, facts, () => reasonOf("granted", message), []);
}
