import type { Decided } from "../../authority/index.ts";
import { anything, list, members, nullable, text } from "./shapes.ts";

/** A decision on this wire. */
export const DECISION = members(
	{ effect: text, reasons: list(anything), obligations: list(anything), decision_id: nullable(text), approval_id: text },
	["effect", "reasons", "obligations", "decision_id"],
);

/** A decision with its place in the ledger. */
export function showDecided({ decision, decisionId, approvalId }: Decided): Readonly<Record<string, unknown>> {
	return { ...decision, decision_id: decisionId, ...(approvalId === undefined ? {} : { approval_id: approvalId }) };
}
