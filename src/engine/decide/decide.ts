import type { Observer } from "../commands/index.ts";
import type {
	CommandRequest,
	Decision,
	EventRequest,
	Facts,
	NetworkRequest,
	Request,
	SpawnRequest,
	SpendRequest,
	Terms,
	Writ,
} from "../language/index.ts";
import { compileEventSet, EVENTS } from "../terms/index.ts";
import { checkHost } from "./check-host.ts";
import { type CompareWish, checkSpawn, checkSpend } from "./check-spawn.ts";
import { decidePath } from "./decide-path.ts";
import { decideCommand, decideTarget, decideTool } from "./decide-tool.ts";
import { decideByAll, standsAlone } from "./line.ts";
import { lookOnce } from "./look-once.ts";
import { type Judge, lookingOnce, remember } from "./memory/answers.ts";
import { conclude, decision, denied, invalid, type Outcome, reasonOf } from "./outcome.ts";
import { missing, otherMember, unknownKind } from "./read-request.ts";

/**
 * Allow, deny or ask, and why: the strictest answer of every writ that binds the agent. Synchronous, without side effects; whatever goes
 * wrong is a denial.
 */
export function decide(writ: Writ, request: Request, facts: Facts = NO_FACTS, compare?: CompareWish): Decision {
	return decideBy(remembered, writ, request, facts, compare);
}

/** The same without memory: every answer is worked out. It takes longer, and that is all. */
export function decideAfresh(writ: Writ, request: Request, facts: Facts = NO_FACTS, compare?: CompareWish): Decision {
	return decideBy(afresh, writ, request, facts, compare);
}

/** The same for shell text, telling what was judged on the way: the differential run holds it against what a real shell did. */
export function decideObserved(writ: Writ, request: CommandRequest, facts: Facts, observe: Observer): Decision {
	return decideBy(
		lookingOnce((one, asked, known) =>
			asked.kind === "command" ? decideCommand(one, asked, known, observe) : decideAlone(one, asked, known, undefined),
		),
		writ,
		request,
		facts,
		undefined,
	);
}

function decideBy(judge: Judge, writ: Writ, request: Request, facts: Facts, compare: CompareWish | undefined): Decision {
	try {
		// Callers hand in whatever arrived on a wire, so nothing is believed of its type.
		if (typeof request !== "object" || request === null || Array.isArray(request)) return invalid("A request is an object with a kind");
		if (standsAlone(writ, facts)) return judge(writ, request, facts, compare);
		// All of them speak of one state of the disk.
		return decideByAll(writ, request, lookOnce(facts).facts, (one, asked, known) => judge(one, asked, known, compare));
	} catch (error) {
		// INVARIANT: broken machinery (a fact that throws, a bug of ours) never allows.
		return decision("deny", [
			reasonOf("authority-unavailable", `The decision could not be made: ${error instanceof Error ? error.message : "unknown error"}`),
		]);
	}
}

const NO_FACTS: Facts = Object.freeze({});

/** What one writ says of a request. */
function decideAlone(writ: Writ, request: Request, facts: Facts, compare: CompareWish | undefined): Decision {
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
}

const afresh = lookingOnce(decideAlone);
const remembered = remember(decideAlone);

function decideNetwork(writ: Writ, request: NetworkRequest, facts: Facts): Decision {
	const { host, port } = request;
	if (typeof host !== "string") return invalid(missing("host", "network"));
	if (typeof port !== "number") return invalid(missing("port", "network"));
	const problem = otherMember(request, "network");
	if (problem !== null) return invalid(problem);
	return answer(checkHost(writ.terms, host, port), facts, `'${host}:${port}' may be reached`);
}

function decideSpend(writ: Writ, request: SpendRequest, facts: Facts): Decision {
	const problem = otherMember(request, "spend");
	if (problem !== null) return invalid(problem);
	return answer(checkSpend(writ.terms, request, facts), facts, "It is within the budget");
}

function decideSpawn(writ: Writ, request: SpawnRequest, facts: Facts, compare: CompareWish | undefined): Decision {
	const { wish } = request;
	const problem = otherMember(request, "spawn");
	if (problem !== null) return invalid(problem);
	const known =
		facts.escalations !== undefined || compare === undefined
			? facts
			: { ...facts, escalations: (one: unknown) => compare(writ, one, facts) };
	return answer(checkSpawn(writ, writ.terms, { kind: "spawn", wish }, known), facts, "The child may be spawned");
}

function decideEvent(writ: Writ, request: EventRequest, facts: Facts): Decision {
	const { event } = request;
	const problem = typeof event !== "string" ? missing("event", "event") : otherMember(request, "event");
	if (problem !== null) return invalid(problem);
	return answer(checkEvent(writ.terms, event), facts, `Event '${event}' may be emitted`);
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
