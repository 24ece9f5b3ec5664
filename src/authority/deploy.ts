import { findAgent } from "../agents/index.ts";
import { principalName } from "../engine/index.ts";
import { setEdge } from "../messages/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Birth } from "./birth.ts";
import { build } from "./build-agent.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { type Manifest, pairsOf, readManifest } from "./manifest.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { prepareBirth, undoDirectories } from "./spawn.ts";
import { changing, note } from "./work.ts";

/** What a manifest came to, or would. */
export interface Deployed {
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
		const built = await build(context, transaction, prepared.value);
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
