import {
	decide,
	type Facts,
	type Profile,
	type RealPath,
	type Request,
	type Resolution,
	sealProfile,
	type Writ,
} from "../../src/engine/index.ts";
import { ROOT, type WorkloadProfile, type WorkloadRequest } from "../workload.ts";
import type { Engine } from "./engine.ts";

/** writ itself: one sealed writ an agent, reasons attached to every answer. */
export const writ: Engine = {
	name: "writ",
	async prepare(workload) {
		const profiles = new Map(workload.profiles.map((profile) => [profile, profileOf(profile)]));
		const agents = new Map<string, Writ>();
		for (const [agent, profile] of workload.agents) agents.set(agent, sealFor(agent, profiles.get(profile) ?? profileOf(profile)));
		const facts: Facts = { resolve: resolved };
		return (request) => {
			const holder = agents.get(request.agent);
			return holder !== undefined && decide(holder, translate(request), facts).effect === "allow";
		};
	},
};

/** The writ of an agent on a profile; a profile that cannot be sealed is a mistake of the benchmark. */
export function sealFor(agent: string, profile: Profile, children: readonly string[] = []): Writ {
	const sealed = sealProfile(profile, { agent, root: ROOT, children });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return sealed.writ;
}

/** A profile of the workload as a person would write it. */
export function profileOf(profile: WorkloadProfile): Profile {
	return {
		name: profile.name,
		type: "permission_profile",
		tools: { allowed: [...profile.tools, ...profile.commands.map((command) => `Bash(${command}:*)`), "nexus_send"] },
		filesystem: { read_paths: ["./workspace"], write_paths: profile.paths, blocked_paths: [] },
		messaging: { allowed_targets: profile.targets },
	};
}

/** Tools of the workload are asked for by their names alone. */
const NO_ARGUMENTS = {};

function translate(request: WorkloadRequest): Request {
	switch (request.kind) {
		case "tool":
			return { kind: "tool", tool: request.tool, input: NO_ARGUMENTS };
		case "path":
			return { kind: "path", operation: "write", path: request.path };
		case "command":
			return { kind: "command", command: request.command };
		case "target":
			return { kind: "target", tool: "nexus_send", target: request.target };
	}
}

/** Paths of the workload are resolved beforehand: what the disk costs is not measured here. */
export function resolved(path: string, cwd: string): Resolution {
	const real = (path.startsWith("/") ? path : `${cwd}/${path}`) as RealPath;
	return { ok: true, written: real, real, entry: real, viaLink: false, entryViaLink: false, exists: true, directory: false, links: 1 };
}
