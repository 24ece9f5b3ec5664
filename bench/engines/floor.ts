import { ROOT, type WorkloadProfile, type WorkloadRequest } from "../workload.ts";
import { commandSource, type Engine, globSource } from "./engine.ts";

interface Compiled {
	readonly tools: ReadonlySet<string>;
	readonly targets: ReadonlySet<string>;
	readonly paths: RegExp;
	readonly commands: RegExp;
}

/** The least that could work: a Map, Sets and precompiled regular expressions; no reasons, no parsing. */
export const floor: Engine = {
	name: "plain JS",
	async prepare(workload) {
		const compiled = new Map(workload.profiles.map((profile) => [profile, compile(profile)]));
		const agents = new Map<string, Compiled>();
		for (const [agent, profile] of workload.agents) agents.set(agent, compiled.get(profile) ?? compile(profile));
		return (request) => decide(agents.get(request.agent), request);
	},
};

function decide(holder: Compiled | undefined, request: WorkloadRequest): boolean {
	if (holder === undefined) return false;
	switch (request.kind) {
		case "tool":
			return holder.tools.has(request.tool);
		case "path":
			return holder.paths.test(request.path);
		case "command":
			return holder.commands.test(request.command);
		case "target":
			return holder.targets.has(request.target);
	}
}

function compile(profile: WorkloadProfile): Compiled {
	return {
		tools: new Set(profile.tools),
		targets: new Set(profile.targets),
		paths: new RegExp(`^(?:${profile.paths.map((glob) => globSource(ROOT, glob)).join("|")})$`),
		commands: new RegExp(`^(?:${profile.commands.map(commandSource).join("|")})$`),
	};
}
