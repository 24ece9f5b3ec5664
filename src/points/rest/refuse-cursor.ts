import type { Caller } from "../../authority/index.ts";
import type { CursorForm } from "./cursors.ts";
import { problem } from "./problem.ts";
import type { RestReply } from "./rest-route.ts";

/** The refusal of a cursor that no page of the list can have given out; `null` = there is none, or it may be one. */
export function refuseCursor(cursor: unknown, form: CursorForm | undefined, caller: Caller): RestReply | null {
	if (typeof cursor !== "string" || form === undefined || form(cursor, caller)) return null;
	return problem(400, "invalid-request", "The cursor is not one of this list", { pointer: "/cursor" });
}
