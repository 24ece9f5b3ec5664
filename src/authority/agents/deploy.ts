import { readYaml } from "../../definitions/index.ts";
import { type Infer, parseAgentId, principalName, readShape, type Shape } from "../../engine/index.ts";
import { findAgent } from "../../state/agents/index.ts";
import { setEdge } from "../../state/edges/index.ts";
import type { Transaction } from "../../store/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import type { Birth } from "./birth.ts";
import { makeAgent, prepareBirth, undoDirectories } from "./spawn.ts";

/** What a manifest came to, or would. */
interface Deployed {
	readonly system: string;
	readonly agents: readonly { readonly name: string; readonly short: string }[];
	readonly permissions: number;
	readonly warnings: readonly string[];
}

/** Makes all agents of a manifest and connects them, or nothing at all. */
export async function deploy(context: Context, caller: Caller, source: string, dryRun: boolean): Promise<Outcome<Deployed>> {
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	const read = readManifest(source);
	if (!read.ok) return read;
	const births: Birth[] = [];
	const planned: Outcome<Deployed>[] = [];
	try {
		const outcome = await changing<Deployed>(context, caller, async (transaction) => {
			const made = await makeAll(context, transaction, caller, read.value, births);
			if (!dryRun) return made;
			planned.push(made);
			return refuse("dry-run", "A dry run changes nothing");
		});
		if (!outcome.ok) for (const birth of births) undoDirectories(context, birth);
		return planned[0] ?? outcome;
	} catch (error) {
		for (const birth of births) undoDirectories(context, birth);
		throw error;
	}
}

async function makeAll(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	manifest: Manifest,
	births: Birth[],
): Promise<Outcome<Deployed>> {
	await context.definitions.refresh(transaction);
	const names = new Map<string, string>();
	const warnings: string[] = [];
	for (const [short, { profile, type, template, description }] of Object.entries(manifest.agents)) {
		const wanted = `${manifest.name}-${short}`;
		const id = await freeName(transaction, wanted);
		if (id !== wanted) warnings.push(`${wanted} is taken: the agent is called ${id}`);
		const prepared = prepareBirth(context, caller, {
			id,
			...(profile === undefined ? {} : { profile }),
			...(template === undefined ? {} : { template }),
			...(type === undefined ? {} : { type }),
			...(description === undefined ? {} : { description }),
			config: { system: manifest.name, ...(template === undefined ? {} : { template }) },
		});
		if (!prepared.ok) return refuse(prepared.refusal.code, `${short}: ${prepared.refusal.message}`);
		births.push(prepared.value);
		const built = await makeAgent(context, transaction, prepared.value);
		if (!built.ok) return refuse(built.refusal.code, `${short}: ${built.refusal.message}`, built.refusal);
		warnings.push(...built.value.warnings);
		names.set(short, id);
	}
	const pairs = pairsOf(manifest);
	for (const [from, to] of pairs) {
		const edge = await setEdge(transaction, {
			source: names.get(from) ?? "",
			target: names.get(to) ?? "",
			grantedBy: principalName(caller.principal),
			reason: `system ${manifest.name}`,
			now: context.clock.now(),
		});
		if (!edge.ok) return refuse(edge.code, edge.message);
	}
	const agents = [...names].map(([short, name]) => ({ short, name }));
	note(context, transaction, caller, {
		kind: "note",
		agent: null,
		request: { action: "deployed", system: manifest.name, agents: agents.map(({ name }) => name), permissions: pairs.length },
	});
	return done({ system: manifest.name, agents, permissions: pairs.length, warnings });
}

/** The name, or the first of its numbered forms that nobody has. */
async function freeName(transaction: Transaction, wanted: string): Promise<string> {
	for (let number = 1; ; number++) {
		const name = number === 1 ? wanted : `${wanted}_${number}`;
		if ((await findAgent(transaction, name)) === null) return name;
	}
}

/** Ways to connect the agents of a system without listing pairs. */
const MANIFEST_PRESETS = ["full-mesh", "orchestrator-workers", "none"] as const;

/** Several agents that are made together, and who of them may call whom. */
type Manifest = Infer<typeof MANIFEST>;

const text = { kind: "text" } as const satisfies Shape;
const AGENT = { kind: "object", keys: { profile: text, template: text, type: text, description: text } } as const satisfies Shape;
const MANIFEST = {
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
} as const satisfies Shape;

/** Reads a manifest's text, or says what is wrong with it. */
function readManifest(source: string): Outcome<Manifest> {
	const reading = readYaml(source);
	const [fault] = reading.faults;
	if (fault !== undefined) return invalid(`The manifest is not YAML: ${fault.message}`);
	const read = readShape(reading.document?.value, MANIFEST, "the manifest");
	if (!read.ok)
		return invalid(read.problems.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`)).join("; "));
	const problem = problemOf(read.value);
	return problem === null ? done(read.value) : invalid(problem);
}

/** The pairs of short names that may call each other. */
function pairsOf({ agents, permissions }: Manifest): readonly (readonly [string, string])[] {
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
			if (!names.includes(end)) return `permissions.explicit names ${end}, which is not an agent of the manifest`;
			if (end === from && targets.includes(from)) return `permissions.explicit lets ${from} call itself`;
		}
	return null;
}

function invalid(message: string): Outcome<never> {
	return refuse("invalid-manifest", message);
}
