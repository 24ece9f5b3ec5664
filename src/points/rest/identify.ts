import type { Authority } from "../../authority/index.ts";
import type { Principal } from "../../engine/index.ts";
import { problem } from "./problem.ts";
import type { RestMethod, RestReply } from "./rest-route.ts";

/** Who calls, by key or by the cookie of the page. */
export type Identity =
	| { readonly ok: true; readonly principal: Principal; readonly csrf: string | null; readonly cookie: string | null }
	| { readonly ok: false; readonly reply: RestReply; readonly wrongKey: boolean };

export interface Credentials {
	readonly authorization?: string | undefined;
	readonly cookie?: string | undefined;
	readonly "x-writ-csrf"?: unknown;
}

/** The principal of a request: a bearer key, else the session of the page; writes of the page repeat its secret. */
export async function identify(authority: Authority, headers: Credentials, method: RestMethod | string): Promise<Identity> {
	const { authorization } = headers;
	if (authorization !== undefined) {
		const key = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1];
		const found = key === undefined ? null : await authority.authenticate(key);
		if (found?.ok === true) return { ok: true, principal: found.value, csrf: null, cookie: null };
		return { ok: false, wrongKey: true, reply: unauthorized(found?.refusal.message ?? "Send a key: Authorization: Bearer KEY") };
	}
	const cookie = cookieOf(headers.cookie);
	const session = cookie === null ? null : await authority.findPageSession(cookie);
	if (session === null)
		return { ok: false, wrongKey: false, reply: unauthorized("Show a key (Authorization: Bearer KEY), or log in with `writ open`") };
	// SECURITY: a cookie comes along by itself; only a page of this server can read and repeat the secret.
	if (method !== "GET" && method !== "HEAD" && !session.repeats(headers["x-writ-csrf"]))
		return { ok: false, wrongKey: false, reply: problem(403, "csrf", "Writes of the page repeat its secret in X-Writ-CSRF") };
	return { ok: true, principal: session.principal, csrf: session.csrf, cookie };
}

function unauthorized(detail: string): RestReply {
	const reply = problem(401, "unknown-principal", detail);
	return { ...reply, headers: { ...reply.headers, "WWW-Authenticate": 'Bearer realm="writ"' } };
}

export const COOKIE = "writ_session";

function cookieOf(header: string | undefined): string | null {
	for (const part of (header ?? "").split(";")) {
		const [name, value] = part.trim().split("=", 2);
		if (name === COOKIE && value !== undefined && value !== "") return value;
	}
	return null;
}
