import type { Refusal } from "./refusal.ts";

/** What a refusal says besides its code and message, under the names that every wire uses. */
export function refusalMembers(refusal: Refusal): Readonly<Record<string, unknown>> {
	const { reasons, decisionId, approvalId, retryable, retryAfter, escalations, problems } = refusal;
	const members = {
		reasons,
		decision_id: decisionId,
		approval_id: approvalId,
		retryable,
		retry_after: retryAfter,
		escalations: escalations?.map(({ dimension, parent, requested }) => ({ dimension, parent, requested })),
		problems,
	};
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
