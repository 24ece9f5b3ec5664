import { CONFINEMENT_LEVELS } from "../../../engine/index.ts";
import { problem, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { flag, list, longText, members, nullable, text } from "../shapes.ts";

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

const PROBE = members({ name: text, needed: flag, ok: flag, detail: longText, cure: nullable(longText) }, ["name", "ok"]);

const EXAMINATION = members(
	{
		ok: flag,
		key: text,
		level: text,
		platform: text,
		architecture: text,
		probes: list(PROBE),
		missing: list(longText),
		cures: list(longText),
	},
	["ok", "level", "probes", "missing", "cures"],
);

/** What `writ doctor --json` says, of the server's machine. */
export const doctorRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/doctor",
		tag: "server",
		summary: "How strongly the server's machine confines a process, what is missing and how to get it; administrators only",
		access: "person",
		replies: { 200: EXAMINATION },
		run: async ({ authority, caller }) =>
			replyTo(await authority.doctor(caller), (report) =>
				answer({ ok: CONFINEMENT_LEVELS.indexOf(report.level) >= CONFINEMENT_LEVELS.indexOf("L3"), ...report }),
			),
	}),
];
