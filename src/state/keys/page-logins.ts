import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A person who looks at the page. */
export interface PageLogin {
	readonly email: string;
	/** The key that the link was made with; `null` = none, on the socket. The session ends with it. */
	readonly keyId: string | null;
	/** What writes with the cookie must repeat in a header, which no foreign page can read. */
	readonly csrf: string;
	/** Milliseconds since 1970. */
	readonly expiresAt: number;
}

/** Who is logged in on the page: links that work once, and the sessions they opened. They are this process's own and end with it. */
export interface PageLogins {
	/** A code that opens one session within a minute. */
	makeLink(email: string, keyId: string | null, now: number): string;
	/** The session that a code opens; `null` when it is not one, was used, or came too late. */
	useLink(code: string, now: number): { readonly cookie: string; readonly session: PageLogin } | null;
	find(cookie: string, now: number): PageLogin | null;
	end(cookie: string): void;
}

const LINK_LIVES = 60_000;
const LOGIN_LIVES = 12 * 60 * 60 * 1000;
const MOST_LINKS = 1_000;
const MOST_LOGINS = 10_000;

export function createPageLogins(): PageLogins {
	const links = new Map<string, Pick<PageLogin, "email" | "keyId" | "expiresAt">>();
	const sessions = new Map<string, PageLogin>();
	return {
		makeLink(email, keyId, now) {
			forgetExpired(links, now, MOST_LINKS);
			const code = secret();
			links.set(digest(code), { email, keyId, expiresAt: now + LINK_LIVES });
			return code;
		},
		useLink(code, now) {
			const key = digest(code);
			const link = links.get(key);
			links.delete(key);
			if (link === undefined || link.expiresAt <= now) return null;
			forgetExpired(sessions, now, MOST_LOGINS);
			const cookie = secret();
			const session = { email: link.email, keyId: link.keyId, csrf: secret(), expiresAt: now + LOGIN_LIVES };
			sessions.set(digest(cookie), session);
			return { cookie, session };
		},
		find(cookie, now) {
			const session = sessions.get(digest(cookie));
			return session === undefined || session.expiresAt <= now ? null : session;
		},
		end(cookie) {
			sessions.delete(digest(cookie));
		},
	};
}

/** Whether a header repeats the secret of a session; compared in constant time. */
export function repeatsSecret(session: PageLogin, given: unknown): boolean {
	if (typeof given !== "string") return false;
	return timingSafeEqual(Buffer.from(digest(given), "hex"), Buffer.from(digest(session.csrf), "hex"));
}

function secret(): string {
	return randomBytes(32).toString("base64url");
}

function digest(value: string): string {
	return createHash("sha256").update(value).digest("hex");
}

/** Room for one more: what has expired goes, then what is oldest. */
function forgetExpired<T extends { readonly expiresAt: number }>(held: Map<string, T>, now: number, most: number): void {
	if (held.size < most) return;
	for (const [key, { expiresAt }] of held) if (expiresAt <= now) held.delete(key);
	for (const key of held.keys()) {
		if (held.size < most) return;
		held.delete(key);
	}
}
