import { newEnforcer, newModelFromString } from "casbin";
import { ROOT, type WorkloadRequest } from "../workload.ts";
import { commandSource, type Engine, globSource } from "./engine.ts";

const MODEL = `
[request_definition]
r = sub, kind, value
[policy_definition]
p = sub, kind, value
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.kind == p.kind && g(r.sub, p.sub) && fits(r.kind, r.value, p.value)
`;

/** casbin: agents are users, profiles are roles, one line a grant. */
export const casbin: Engine = {
	name: "casbin",
	async prepare(workload) {
		const enforcer = await newEnforcer(newModelFromString(MODEL));
		const expressions = new Map<string, RegExp>();
		await enforcer.addFunction("fits", (kind: string, value: string, pattern: string) =>
			kind === "path" || kind === "command" ? (expressions.get(pattern)?.test(value) ?? false) : value === pattern,
		);
		const lines: string[][] = [];
		for (const profile of workload.profiles) {
			for (const tool of profile.tools) lines.push([profile.name, "tool", tool]);
			for (const target of profile.targets) lines.push([profile.name, "target", target]);
			for (const glob of profile.paths) lines.push([profile.name, "path", remember(globSource(ROOT, glob))]);
			for (const command of profile.commands) lines.push([profile.name, "command", remember(commandSource(command))]);
		}
		await enforcer.addPolicies(lines);
		await enforcer.addGroupingPolicies([...workload.agents].map(([agent, profile]) => [agent, profile.name]));
		return (request) => enforcer.enforceSync(...translate(request));

		function remember(source: string): string {
			expressions.set(source, new RegExp(`^${source}$`));
			return source;
		}
	},
};

function translate(request: WorkloadRequest): readonly [string, string, string] {
	switch (request.kind) {
		case "tool":
			return [request.agent, "tool", request.tool];
		case "path":
			return [request.agent, "path", request.path];
		case "command":
			return [request.agent, "command", request.command];
		case "target":
			return [request.agent, "target", request.target];
	}
}
