import { problem } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { members, text } from "../shapes.ts";

const STATUS = members({ status: text }, ["status"]);

/** Whether the server lives, and whether it can decide. */
export const healthRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/healthz",
		tag: "server",
		summary: "Whether the server lives",
		access: "open",
		replies: { 200: STATUS },
		run: async () => answer({ status: "ok" }),
	}),
	defineRoute({
		method: "GET",
		path: "/readyz",
		tag: "server",
		summary: "Whether the server can record, and so decide",
		access: "open",
		replies: { 200: STATUS },
		run: async ({ authority }) =>
			(await authority.isReady())
				? answer({ status: "ready" })
				: problem(503, "authority-unavailable", "Nothing can be recorded: everything is denied"),
	}),
];
