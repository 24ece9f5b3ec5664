import { type Decision, type Principal, type Reason, withoutAncestor } from "../engine/index.ts";
import type { LedgerEvent } from "./records/events.ts";

/** What would tell an agent that a target exists: people see these codes, agents see `no-edge`. */
const TELLING = new Set<string>(["target-blocked", "edge-expired"]);

/** Denials that reveal something about the target: the sender hears the same for each of them. */
const OF_THE_TARGET = new Set<string>([
	...TELLING,
	"no-edge",
	"target-missing",
	"target-not-parent",
	"target-not-child",
	"target-not-family",
	"target-not-listed",
]);

/** SECURITY: the decision as its caller may see it; an agent learns nothing of whom it cannot reach, and not whose writ above it decided. */
export function decisionFor({ kind }: Principal, decision: Decision): Decision {
	if (kind !== "agent" || decision.effect === "allow" || decision.reasons.every((reason) => reasonForAgent(reason) === reason))
		return decision;
	const [first, ...rest] = decision.reasons;
	return Object.freeze({ ...decision, reasons: Object.freeze([reasonForAgent(first), ...rest.map(reasonForAgent)] as const) });
}

/** The same for what happened, and what was recorded. */
export function eventFor({ kind }: Principal, event: LedgerEvent): LedgerEvent {
	const { code } = event.data;
	return kind !== "agent" || typeof code !== "string" ? event : { ...event, data: { ...event.data, code: codeFor(code) } };
}

/** A code as an agent may see it. */
export function codeFor(code: string): string {
	return TELLING.has(code) ? "no-edge" : code;
}

/** Whether a denial speaks of the target and of nothing else. */
export function speaksOfTarget(code: string): boolean {
	return OF_THE_TARGET.has(code);
}

/** A reason as an agent may see it. */
export function reasonForAgent(reason: Reason): Reason {
	const message = withoutAncestor(reason.message);
	if (TELLING.has(reason.code)) return Object.freeze({ code: "no-edge", message });
	return message === reason.message ? reason : Object.freeze({ ...reason, message });
}
