import { CONFINEMENT_LEVELS } from "../../../engine/index.ts";
import { replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { flag, list, longText, members, nullable, text } from "../shapes.ts";

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
