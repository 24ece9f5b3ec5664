import { isoTime } from "../../platform/index.ts";

const MOMENTS = new Set(["created_at", "expires_at", "answered_at", "ended_at", "sent_at", "last_used_at"]);

/** The same with its moments as text. */
export function withMoments(value: object): Readonly<Record<string, unknown>> {
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [key, MOMENTS.has(key) && typeof member === "number" ? isoTime(member) : member]),
	);
}
