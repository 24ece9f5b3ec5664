import { type Outcome, type Refusal, refusalMembers } from "../../authority/index.ts";
import type { Reply } from "./socket-event.ts";

/** A refusal in the words of the socket. */
export function failure(code: string, error: string, more: Reply = {}): Reply {
	return { error, code, status: "failed", ...more };
}

/** What a verb refused, as a reply. */
export function refused(refusal: Refusal): Reply {
	return failure(refusal.code, refusal.message, refusalMembers(refusal));
}

/** The reply to a verb: its value in the words of the event, or its refusal. */
export function replyTo<T>(outcome: Outcome<T>, reply: (value: T) => Reply): Reply {
	return outcome.ok ? reply(outcome.value) : refused(outcome.refusal);
}
