import { readYaml } from "../definitions/index.ts";
import { parseAgentId, readShape, type Shape } from "../engine/index.ts";
import { done, type Outcome, refuse } from "./refusal.ts";

/** Ways to connect the agents of a system without listing pairs. */
export const MANIFEST_PRESETS = ["full-mesh", "orchestrator-workers", "none"] as const;
export type ManifestPreset = (typeof MANIFEST_PRESETS)[number];

/** Several agents that are made together, and who of them may call whom. */
export interface Manifest {
	readonly name: string;
	readonly agents: Readonly<Record<string, ManifestAgent>>;
	readonly permissions?: { readonly preset?: ManifestPreset; readonly explicit?: Readonly<Record<string, readonly string[]>> };
}

export interface ManifestAgent {
	readonly profile?: string;
	readonly template?: string;
	readonly type?: string;
	readonly description?: string;
}

const text: Shape = { kind: "text" };
const AGENT: Shape = { kind: "object", keys: { profile: text, template: text, type: text, description: text } };
const MANIFEST: Shape = {
	kind: "object",
	keys: {
		name: text,
		description: text,
		agents: { kind: "record", key: "agent", of: AGENT },
		permissions: {
			kind: "object",
			keys: {
				preset: { kind: "choice", of: MANIFEST_PRESETS },
				explicit: { kind: "record", key: "agent", of: { kind: "list", of: text } },
			},
		},
	},
	required: ["name", "agents"],
};

/** Reads a manifest's text, or says what is wrong with it. */
export function readManifest(source: string): Outcome<Manifest> {
	const reading = readYaml(source);
	const [fault] = reading.faults;
	if (fault !== undefined) return invalid(`The manifest is not YAML: ${fault.message}`);
	const read = readShape<Manifest>(reading.document?.value, MANIFEST, "the manifest");
	if (!read.ok)
		return invalid(read.problems.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`)).join("; "));
	const problem = problemOf(read.value);
	return problem === null ? done(read.value) : invalid(problem);
}

/** The pairs of short names that may call each other. */
export function pairsOf({ agents, permissions }: Manifest): readonly (readonly [string, string])[] {
	const names = Object.keys(agents);
	if (permissions?.explicit !== undefined)
		return Object.entries(permissions.explicit).flatMap(([from, targets]) => targets.map((to) => [from, to] as const));
	switch (permissions?.preset) {
		case "full-mesh":
			return names.flatMap((from) => names.filter((to) => to !== from).map((to) => [from, to] as const));
		case "orchestrator-workers": {
			const first = names.includes("orchestrator") ? "orchestrator" : (names[0] ?? "");
			return names.filter((name) => name !== first).map((to) => [first, to] as const);
		}
		default:
			return [];
	}
}

function problemOf({ name, agents, permissions }: Manifest): string | null {
	const names = Object.keys(agents);
	if (names.length === 0) return "agents names no agent";
	if (permissions?.preset !== undefined && permissions.explicit !== undefined) return "permissions holds either preset or explicit";
	for (const short of names) {
		if (!parseAgentId(`${name}-${short}`).ok) return `${name}-${short} cannot be the id of an agent`;
		const template = agents[short]?.template;
		if (template !== undefined && !/^(local|github):./.test(template)) return `the template of ${short} must begin with local: or github:`;
	}
	for (const [from, targets] of Object.entries(permissions?.explicit ?? {}))
		for (const end of [from, ...targets]) {
			if (!names.includes(end)) return `permissions.explicit names ${end}, which is no agent of the manifest`;
			if (end === from && targets.includes(from)) return `permissions.explicit lets ${from} call itself`;
		}
	return null;
}

function invalid(message: string): Outcome<never> {
	return refuse("invalid-manifest", message);
}
