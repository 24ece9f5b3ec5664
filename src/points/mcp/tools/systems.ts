import { refused } from "../deny.ts";
import { give, type Handlers, handle } from "../tool-row.ts";

/** Tools for people: many agents at once, and the server itself. */
export const systemTools = {
	deploy_system: handle<{ readonly manifest: string; readonly dry_run?: boolean }>(
		async ({ authority, caller, input: { manifest, dry_run = false } }) => {
			const outcome = await authority.deploy(caller, manifest, dry_run);
			if (!outcome.ok) return refused(outcome.refusal);
			const { system, agents, permissions, warnings } = outcome.value;
			return give({
				status: dry_run ? "valid" : "deployed",
				system_name: system,
				agents_created: dry_run ? [] : agents.map(({ name }) => name),
				...(dry_run ? { agents_to_create: agents.map(({ name, short }) => ({ name, short_name: short })) } : {}),
				permissions_configured: permissions,
				warnings,
			});
		},
	),
	list_systems: handle(async ({ authority, caller }) => {
		const systems = Map.groupBy(await authority.team(caller), ({ config }) => systemOf(config));
		systems.delete(null);
		return give({
			systems: [...systems].map(([name, agents]) => ({ name, agents: agents.map(({ id, status }) => ({ name: id, status })) })),
		});
	}),
	nexus_shutdown: handle(async ({ stop }) => {
		// The answer leaves first.
		setTimeout(stop, 100);
		return give({ status: "shutting_down" });
	}),
} satisfies Handlers;

function systemOf(config: unknown): string | null {
	return typeof config === "object" && config !== null && "system" in config && typeof config.system === "string" ? config.system : null;
}
