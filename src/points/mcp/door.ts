import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Authority, Caller } from "../../authority/index.ts";
import { protocolError } from "./web-exchange.ts";

/** Who comes in: known, and not too often. */
interface Door {
	enter(
		request: IncomingMessage,
	): Promise<{ readonly ok: true; readonly caller: Caller } | { readonly ok: false; readonly response: Response }>;
}

/** Limits are settings; they apply from the next start on, and 0 means no limit. */
export async function createDoor(authority: Authority): Promise<Door> {
	const settings = new Map((await authority.settings()).map(({ name, value }) => [String(name), value]));
	const limit = (name: string): number => Number(settings.get(name) ?? 0);
	const requests = counter(limit("rate.requests_per_second"), 1_000, authority.now);
	const failures = counter(limit("rate.failed_logins_per_minute"), 60_000, authority.now);
	return {
		async enter(request) {
			const caller = await identify(authority, request.headers);
			if (caller === null) {
				const isWrong = request.headers.authorization !== undefined;
				if (isWrong && !failures(request.socket.remoteAddress ?? "")) return tooMany("60");
				const response = protocolError(401, -32_001, "Show a key: Authorization: Bearer KEY", {
					"WWW-Authenticate": 'Bearer realm="writ"',
				});
				return { ok: false, response };
			}
			return requests(caller.principal.keyId ?? "") ? { ok: true, caller } : tooMany("1");
		},
	};
}

function tooMany(seconds: string): { readonly ok: false; readonly response: Response } {
	return { ok: false, response: protocolError(429, -32_000, "Too many requests: wait a moment", { "Retry-After": seconds }) };
}

/** Counts within windows of time; false = there were too many in this one. */
function counter(most: number, milliseconds: number, now: () => number): (who: string) => boolean {
	let window = 0;
	let counts = new Map<string, number>();
	return (who) => {
		const current = Math.floor(now() / milliseconds);
		if (current !== window) counts = new Map();
		window = current;
		const counted = (counts.get(who) ?? 0) + 1;
		counts.set(who, counted);
		return most === 0 || counted <= most;
	};
}

/** What a caller can say of itself besides its credential. */
const CLAIMS = ["x-source-agent", "x-ksi-agent-id"];
const CORRELATION = /^[A-Za-z0-9._-]{1,128}$/;

/** Who calls, by the key; `null` = nobody that is known. */
async function identify(authority: Authority, headers: IncomingHttpHeaders): Promise<Caller | null> {
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
