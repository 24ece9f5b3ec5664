import type { IncomingHttpHeaders } from "node:http";
import type { Principal } from "../../engine/index.ts";

const HEADERS = ["x-source-agent", "x-ksi-agent-id"];
const MEMBERS = ["_agent_id", "sender", "source_agent_id", "created_by"];

/** What a caller says of itself besides its credential, when it differs: recorded, never believed. */
export function claimsOf(
	{ headers, body }: { readonly headers: IncomingHttpHeaders; readonly body?: unknown },
	principal: Principal,
): { readonly claimed?: Readonly<Record<string, unknown>> } {
	const said: [string, unknown][] = HEADERS.map((name) => [name, headers[name]]);
	if (typeof body === "object" && body !== null) for (const name of MEMBERS) said.push([name, (body as Record<string, unknown>)[name]]);
	const own = principal.kind === "agent" ? principal.id : null;
	const claims = said.filter(([, value]) => value !== undefined && value !== own);
	return claims.length === 0 ? {} : { claimed: Object.fromEntries(claims.map(([name, value]) => [name, String(value).slice(0, 256)])) };
}
