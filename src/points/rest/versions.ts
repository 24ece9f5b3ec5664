import { problem } from "./problem.ts";
import type { RestReply } from "./rest-route.ts";

/** The tag of a version of something that can be changed. */
export function entityTag(version: number): string {
	return `"${version}"`;
}

/** The tag that a caller has seen; `null` = any, `undefined` = what it says is not exactly one tag. */
export function readTag(ifMatch: string | null): string | null | undefined {
	if (ifMatch === null || ifMatch.trim() === "*") return null;
	return /^(?:W\/)?"([\w-]{1,64})"$/.exec(ifMatch.trim())?.[1];
}

/** The version that a caller has seen; `null` = any, `undefined` = what it says is not a version. */
export function readIfMatch(ifMatch: string | null): number | null | undefined {
	const tag = readTag(ifMatch);
	if (typeof tag !== "string") return tag;
	return /^\d{1,15}$/.test(tag) ? Number(tag) : undefined;
}

/** The thing changed since the caller saw it: the answer shows how it is now. */
export function stale(current: unknown, version: number | null): RestReply {
	const reply = problem(412, "stale", "It changed since you saw it: look at current, and try again", { current });
	return version === null ? reply : { ...reply, headers: { ETag: entityTag(version) } };
}
