import type { Decision, Facts, Obligation, Reason, ReasonCode, Source, Writ } from "../language/index.ts";

/** What one step of a decision says when it does not simply pass. */
export interface Outcome {
	readonly effect: "deny" | "ask";
	readonly reason: Reason;
}

type More = {
	readonly rule?: string | undefined;
	readonly source?: Source | undefined;
	readonly segment?: string | undefined;
	readonly remedy?: string | undefined;
};

export function denied(code: ReasonCode, message: string, more: More = {}): Outcome {
	return { effect: "deny", reason: reasonOf(code, message, more) };
}

export function asked(code: ReasonCode, message: string, more: More = {}): Outcome {
	return { effect: "ask", reason: reasonOf(code, message, more) };
}

const LONGEST_MESSAGE = 2_000;

/** A message may quote a part of 64 KiB, which nobody reads. */
function readable(message: string): string {
	return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

/** A reason without empty members. */
export function reasonOf(code: ReasonCode, message: string, more: More = {}): Reason {
	const reason: { -readonly [Key in keyof Reason]: Reason[Key] } = { code, message: readable(message) };
	if (more.rule !== undefined) reason.rule = more.rule;
	if (more.source !== undefined) reason.source = more.source;
	if (more.segment !== undefined) reason.segment = more.segment;
	if (more.remedy !== undefined) reason.remedy = more.remedy;
	return Object.freeze(reason);
}

const NO_OBLIGATIONS: readonly Obligation[] = Object.freeze([]);

/** The frozen answer. */
export function decision(
	effect: Decision["effect"],
	reasons: readonly [Reason, ...Reason[]],
	obligations: readonly Obligation[] = NO_OBLIGATIONS,
): Decision {
	return Object.freeze({
		effect,
		reasons: Object.freeze(reasons),
		obligations: obligations.length === 0 ? NO_OBLIGATIONS : Object.freeze(obligations.map((obligation) => Object.freeze(obligation))),
	});
}

/** The answer to what is not a request. */
export function invalid(problem: string): Decision {
	return decision("deny", [reasonOf("invalid-request", problem)]);
}

/** The answer that some outcomes come to; a denial beats a question, and a question without an approver is a denial. */
export function conclude(outcomes: readonly Outcome[], facts: Facts, granted: () => Reason, obligations: readonly Obligation[]): Decision {
	if (outcomes.length === 0) return decision("allow", [granted()], obligations);
	const only = outcomes.length === 1 ? outcomes[0] : undefined;
	if (only?.effect === "deny") return decision("deny", [only.reason]);
	const against = outcomes.filter((outcome) => outcome.effect === "deny");
	const first = against[0] ?? outcomes[0];
	if (first === undefined) return decision("allow", [granted()], obligations);
	const rest = [...against, ...outcomes.filter((outcome) => outcome.effect === "ask")].filter((outcome) => outcome !== first);
	const reasons = [first.reason, ...rest.map((outcome) => outcome.reason)] as const;
	if (first.effect === "deny") return decision("deny", reasons);
	if (facts.approver === false)
		return decision("deny", [reasonOf("no-approver", `${first.reason.message}; nobody is there to confirm it`, first.reason), ...reasons]);
	return decision("ask", reasons, obligations);
}

/** Where an entry of a dimension was written. */
export function sourceOf(writ: Writ, dimension: string, entry: string): Source | undefined {
	return writ.origins[dimension]?.[entry];
}

/** The reason of a call that a rule allows. */
export function allowedBy(rule: string, tool: string, writ: Writ): Reason {
	return reasonOf("granted", `Tool '${tool}' is allowed by ${rule}`, { rule, source: sourceOf(writ, "tools.allowed", rule) });
}
