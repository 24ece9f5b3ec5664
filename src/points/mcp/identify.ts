import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Authority, Caller } from "../../authority/index.ts";

/** What a caller can say of itself besides its credential. */
const CLAIMS = ["x-source-agent", "x-ksi-agent-id"];
const CORRELATION = /^[A-Za-z0-9._-]{1,128}$/;

/** Who calls, by the key; `null` = nobody that is known. */
export async function identify(authority: Authority, headers: IncomingHttpHeaders): Promise<Caller | null> {
	const key = /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? "")?.[1];
	const found = key === undefined ? null : await authority.authenticate(key);
	if (found === null || !found.ok) return null;
	const principal = found.value;
	const said = headers["x-correlation-id"];
	const own = principal.kind === "agent" ? principal.id : null;
	const claims = CLAIMS.map((name) => [name, headers[name]] as const).filter(([, value]) => value !== undefined && value !== own);
	return {
		principal,
		point: "mcp",
		correlationId: typeof said === "string" && CORRELATION.test(said) ? said : randomUUID(),
		...(claims.length === 0 ? {} : { claimed: Object.fromEntries(claims.map(([name, value]) => [name, String(value).slice(0, 256)])) }),
	};
}
