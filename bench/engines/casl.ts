import { createMongoAbility, type MongoAbility, subject } from "@casl/ability";
import { ROOT, type WorkloadProfile, type WorkloadRequest } from "../workload.ts";
import { commandSource, type Engine, globSource } from "./engine.ts";

/** CASL 7: one ability a profile; the four kinds of thing are subjects, the grants are conditions on them. */
export const casl: Engine = {
	name: "CASL 7",
	async prepare(workload) {
		const abilities = new Map(workload.profiles.map((profile) => [profile, abilityOf(profile)]));
		const agents = new Map<string, MongoAbility>();
		for (const [agent, profile] of workload.agents) agents.set(agent, abilities.get(profile) ?? abilityOf(profile));
		return (request) => decide(agents.get(request.agent), request);
	},
};

function decide(ability: MongoAbility | undefined, request: WorkloadRequest): boolean {
	if (ability === undefined) return false;
	switch (request.kind) {
		case "tool":
			return ability.can("use", subject("Tool", { name: request.tool }));
		case "path":
			return ability.can("write", subject("Path", { path: request.path }));
		case "command":
			return ability.can("run", subject("Command", { line: request.command }));
		case "target":
			return ability.can("send", subject("Agent", { id: request.target }));
	}
}

function abilityOf(profile: WorkloadProfile): MongoAbility {
	return createMongoAbility([
		{ action: "use", subject: "Tool", conditions: { name: { $in: [...profile.tools] } } },
		...profile.paths.map((glob) => ({ action: "write", subject: "Path", conditions: { path: { $regex: `^${globSource(ROOT, glob)}$` } } })),
		...profile.commands.map((command) => ({
			action: "run",
			subject: "Command",
			conditions: { line: { $regex: `^${commandSource(command)}$` } },
		})),
		{ action: "send", subject: "Agent", conditions: { id: { $in: [...profile.targets] } } },
	]);
}
