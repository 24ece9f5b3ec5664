import { describe, expect, it } from "vitest";
import { createPageLogins, repeatsSecret } from "./page-logins.ts";

describe("createPageSessions", () => {
	it("[wire-4-login-once] opens one session with a link, and no second one", () => {
		const sessions = createPageLogins();
		const code = sessions.makeLink("a@b.example", null, 0);
		const opened = sessions.useLink(code, 1);
		expect(opened?.session.email).toBe("a@b.example");
		expect(sessions.useLink(code, 2)).toBeNull();
		expect(sessions.find(opened?.cookie ?? "", 3)?.email).toBe("a@b.example");
	});

	it("[wire-4-login-minute] lets a link go after 60 seconds", () => {
		const sessions = createPageLogins();
		const early = sessions.makeLink("a@b.example", null, 0);
		const late = sessions.makeLink("a@b.example", null, 0);
		expect(sessions.useLink(early, 59_999)).not.toBeNull();
		expect(sessions.useLink(late, 60_000)).toBeNull();
	});

	it("ends a session when asked to, and after half a day", () => {
		const sessions = createPageLogins();
		const first = sessions.useLink(sessions.makeLink("a@b.example", null, 0), 0);
		const second = sessions.useLink(sessions.makeLink("a@b.example", null, 0), 0);
		sessions.end(first?.cookie ?? "");
		expect(sessions.find(first?.cookie ?? "", 1)).toBeNull();
		expect(sessions.find(second?.cookie ?? "", 12 * 3_600_000 - 1)).not.toBeNull();
		expect(sessions.find(second?.cookie ?? "", 12 * 3_600_000)).toBeNull();
	});

	it("knows its own secret and no other", () => {
		const sessions = createPageLogins();
		const session = sessions.useLink(sessions.makeLink("a@b.example", null, 0), 0)?.session;
		expect(session).toBeDefined();
		if (session === undefined) return;
		expect(repeatsSecret(session, session.csrf)).toBe(true);
		for (const wrong of ["", "x", undefined, `${session.csrf} `, ["x"]]) expect(repeatsSecret(session, wrong)).toBe(false);
	});
});
