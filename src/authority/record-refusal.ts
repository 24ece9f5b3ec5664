import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import type { Outcome } from "./refusal.ts";
import { refusePoint } from "./refuse-point.ts";

/** Refusals that are denials, not mistakes in what was asked. */
const DENIALS = new Set(["person-required", "not-permitted", "not-found", "unknown-agent", "no-permissions", "no-sandbox", "escalation"]);

/** Verbs that record their refusals themselves. */
export const RECORDED = new Set(["spawn", "prepareRun", "decide", "refusePoint", "maySend", "mayUse", "send", "broadcast"]);

/** Whether a refusal of a verb must be recorded here: what an agent or a system was denied, and nothing else has recorded. */
export async function recordRefusal(context: Context, verb: string, given: readonly unknown[], result: unknown): Promise<void> {
	const [caller, subject] = given;
	if (RECORDED.has(verb) || !isOutcome(result) || result.ok || !isCaller(caller) || caller.principal.kind === "person") return;
	const { code, decisionId } = result.refusal;
	if (decisionId !== undefined || !DENIALS.has(code)) return;
	await refusePoint(context, caller, { action: verb, ...(typeof subject === "string" ? { subject: subject.slice(0, 128) } : {}) }, code);
}

function isOutcome(value: unknown): value is Outcome<unknown> {
	return typeof value === "object" && value !== null && "ok" in value && (value.ok === true || "refusal" in value);
}

function isCaller(value: unknown): value is Caller {
	return typeof value === "object" && value !== null && "principal" in value && "point" in value;
}
