import type { Outcome, Refusal } from "../../authority/index.ts";
import type { Reply } from "./socket-event.ts";

/** A refusal in the words of the socket. */
export function failure(code: string, error: string, more: Reply = {}): Reply {
	return { error, code, status: "failed", ...more };
}

/** What a verb refused, as a reply. */
export function refused({ code, message, reasons, decisionId, approvalId, retryable, retryAfter, escalations, problems }: Refusal): Reply {
	return failure(code, message, {
		...(reasons === undefined ? {} : { reasons }),
		...(decisionId === undefined ? {} : { decision_id: decisionId }),
		...(approvalId === undefined ? {} : { approval_id: approvalId }),
		...(retryable === undefined ? {} : { retryable }),
		...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
		...(escalations === undefined
			? {}
			: { escalations: escalations.map(({ dimension, parent, requested }) => ({ dimension, parent, requested })) }),
		...(problems === undefined ? {} : { problems }),
	});
}

/** The reply to a verb: its value in the words of the event, or its refusal. */
export function replyTo<T>(outcome: Outcome<T>, reply: (value: T) => Reply): Reply {
	return outcome.ok ? reply(outcome.value) : refused(outcome.refusal);
}
