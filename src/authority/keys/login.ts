import type { Principal } from "../../engine/index.ts";
import { ADMIN_EMAIL, findPerson, type PageLogin, repeatsSecret } from "../../state/keys/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import { isLive } from "./keys.ts";

/** A code for the page that works once, within a minute, for the person who asks. */
export function makeLoginCode(context: Context, caller: Caller): Promise<Outcome<string>> {
	return changing(context, caller, async (transaction) => {
		const { principal } = caller;
		if (principal.kind !== "person") return refuse("person-required", "Only a person may do this");
		const email = principal.email === "local" ? ADMIN_EMAIL : principal.email;
		note(context, transaction, caller, { kind: "login", agent: null, request: { action: "link", person: email } });
		return done(context.pageSessions.makeLink(email, principal.keyId, context.clock.now()));
	});
}

/** Opens a session of the page with a code. */
export async function openPageSession(context: Context, code: string): Promise<Outcome<{ readonly cookie: string }>> {
	const opened = context.pageSessions.useLink(code, context.clock.now());
	if (opened === null) return refuse("unknown-principal", "This link was used or is older than a minute: make a new one with `writ open`");
	const principal = await personOf(context, opened.session);
	if (principal === null) return refuse("unknown-principal", "This person is no longer known");
	const caller: Caller = { principal, point: "rest", correlationId: null };
	await context.store.record(async (transaction) => {
		note(context, transaction, caller, { kind: "login", agent: null, request: { action: "opened", person: opened.session.email } });
	});
	return done({ cookie: opened.cookie });
}

/** Who a cookie of the page belongs to, and what its writes must repeat. */
export async function findPageSession(
	context: Context,
	cookie: string,
): Promise<{ readonly principal: Principal; readonly csrf: string; readonly repeats: (given: unknown) => boolean } | null> {
	const session = context.pageSessions.find(cookie, context.clock.now());
	const principal = session === null ? null : await personOf(context, session);
	return session === null || principal === null
		? null
		: { principal, csrf: session.csrf, repeats: (given) => repeatsSecret(session, given) };
}

/** Ends a session of the page. */
export async function endPageSession(context: Context, cookie: string): Promise<void> {
	context.pageSessions.end(cookie);
}

/**
 * The role is looked up each time: who was made less may do less at once.
 * SECURITY: a session is its key in another form, and ends with it (test/rest/keys.test.ts).
 */
async function personOf(context: Context, { email, keyId }: PageLogin): Promise<Principal | null> {
	const person = await context.store.look((connection) => findPerson(connection, email));
	if (person === null) return null;
	const principal: Principal = { kind: "person", email: person.email, role: person.role, keyId };
	return (await isLive(context, principal)) ? principal : null;
}
