import { refusedReply } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { flag, list, longText, members, text, whole } from "../shapes.ts";

const NAMED = members({ name: text, short_name: text }, ["name", "short_name"]);

/** Trinity's systems: many agents at once. */
export const systemRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/api/systems/deploy",
		tag: "trinity",
		summary: "Makes the agents of a manifest and connects them, or nothing at all",
		access: "person",
		body: members({ manifest: longText, dry_run: flag }, ["manifest"]),
		example: { manifest: "name: team\nagents:\n  lead: {}\n  worker: {}\npermissions:\n  preset: full-mesh\n", dry_run: true },
		replies: {
			200: members(
				{
					status: text,
					system_name: text,
					agents_created: list(text),
					agents_to_create: list(NAMED),
					permissions_configured: whole,
					warnings: list(text),
				},
				["status", "system_name", "agents_created", "permissions_configured", "warnings"],
			),
		},
		async run({ authority, caller, body: { manifest, dry_run = false } }) {
			const outcome = await authority.deploy(caller, manifest, dry_run);
			if (!outcome.ok) return refusedReply(outcome.refusal, outcome.refusal.code === "person-required" ? 403 : 400);
			const { system, agents, permissions, warnings } = outcome.value;
			const names = agents.map(({ name }) => name);
			return answer({
				status: dry_run ? "valid" : "deployed",
				system_name: system,
				agents_created: dry_run ? [] : names,
				...(dry_run ? { agents_to_create: agents.map(({ name, short }) => ({ name, short_name: short })) } : {}),
				permissions_configured: permissions,
				warnings,
			});
		},
	}),
];
