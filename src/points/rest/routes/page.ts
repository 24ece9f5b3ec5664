import { principalName } from "../../../engine/index.ts";
import { COOKIE } from "../identify.ts";
import { replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { members, nullable, text } from "../shapes.ts";

/** Who is logged in on the page. */
export const pageRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/v1/login-links",
		tag: "page",
		summary: "A link that opens the page once, within 60 seconds",
		access: "person",
		replies: { 201: members({ url: text }, ["url"]) },
		run: async ({ authority, caller, origin }) =>
			replyTo(await authority.makeLoginCode(caller), (code) => answer({ url: `${origin}/login?code=${code}` }, 201)),
	}),
	defineRoute({
		method: "GET",
		path: "/login",
		tag: "page",
		summary: "Opens a session of the page with the code of a link",
		access: "open",
		query: members({ code: text }, ["code"]),
		replies: {},
		run: async ({ authority, query: { code } }) =>
			replyTo(await authority.openPageSession(code), ({ cookie }) => ({
				status: 303,
				headers: { Location: "/", "Set-Cookie": `${COOKIE}=${cookie}; HttpOnly; SameSite=Strict; Path=/` },
				type: "text/plain; charset=utf-8",
				body: "",
			})),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/me",
		tag: "page",
		summary: "Who the caller is",
		access: "anyone",
		replies: { 200: members({ principal: text, scope: text, role: nullable(text), csrf: nullable(text) }, ["principal", "scope"]) },
		async run({ caller: { principal }, session }) {
			const scope = principal.kind === "person" ? "user" : principal.kind;
			const role = principal.kind === "person" ? principal.role : null;
			return answer({ principal: principalName(principal), scope, role, csrf: session?.csrf ?? null });
		},
	}),
	defineRoute({
		method: "POST",
		path: "/v1/logout",
		tag: "page",
		summary: "Ends the session of the page",
		access: "anyone",
		replies: { 200: members({ status: text }, ["status"]) },
		async run({ authority, session }) {
			if (session !== null) await authority.endPageSession(session.cookie);
			return answer({ status: "logged out" }, 200, { "Set-Cookie": `${COOKIE}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0` });
		},
	}),
];
