import { type Agent, insertSandbox, registerAgent, type SandboxRecord } from "../agents/index.ts";
import { type AgentId, principalName, type Writ } from "../engine/index.ts";
import { createKey, getSetting } from "../identity/index.ts";
import { connectNewAgent } from "../messages/index.ts";
import { runnerKind } from "../runners/index.ts";
import { findFoldedId, type Transaction } from "../store/index.ts";
import { NOTHING_RUNS, tooWeak } from "./accept-runner.ts";
import { type Birth, ownerOf, type Spawned } from "./birth.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { seeAgent } from "./find-agent-for.ts";
import type { Known } from "./known-agents.ts";
import { withOwnDirectory } from "./own-directory.ts";
import { type PreparedSandbox, prepareSandbox } from "./prepare-sandbox.ts";
import { beyond, done, invalidId, type Outcome, refuse } from "./refusal.ts";
import { sealChild } from "./seal-child.ts";
import { sessionName } from "./session-name.ts";
import { localName } from "./templates.ts";
import { grantedSandbox } from "./with-sandbox.ts";
import { note } from "./work.ts";

/** Everything that makes an agent, inside one work: bounded by its parent, registered, connected, with a key and a record. */
export async function build(context: Context, transaction: Transaction, birth: Birth): Promise<Outcome<Spawned>> {
	const { id, caller, composition } = birth;
	const found = await findParent(context, transaction, birth);
	if (!found.ok) return found;
	const parent = found.value;
	const place = await prepareSandbox(context, transaction, birth, parent);
	if (!place.ok) return place;
	const { directories, mode, session } = place.value;
	const sealed = await sealChild(context, transaction, parent, birth, directories.places);
	if (!sealed.ok) return sealed;
	const { writ, warnings } = sealed.value;
	// A ceiling cuts what is sealed, and the directories are made already.
	if (writ.terms.sandbox.mode !== mode) return beyond("sandbox.mode", mode, writ.terms.sandbox.mode);
	const weak = tooWeak(birth.runner, writ);
	if (weak !== null) return weak;
	const agent = await register(context, transaction, birth, parent, writ, session);
	if (!agent.ok) return agent;
	const sandbox = await placeAgent(context, transaction, birth, writ, place.value);
	const apiKey = await equip(context, transaction, birth, agent.value);
	note(context, transaction, caller, {
		kind: "spawn",
		agent: id,
		request: { action: "created", parent: parent?.agent.id ?? null, profile: composition.name, mode, ...runnerOf(birth) },
		effect: "allow",
		code: "granted",
		writDigest: writ.digest,
	});
	note(context, transaction, caller, {
		kind: "sandbox",
		agent: id,
		request: { action: "created", mode, session: sessionName(session) },
		writDigest: writ.digest,
	});
	return done({ agent: agent.value, writ, sandbox, apiKey, warnings });
}

/** The kind of its runner, when it has one: whoever runs messages hears of the agent by this. */
function runnerOf({ runner }: Birth): { readonly runner?: string } {
	return runner === NOTHING_RUNS ? {} : { runner: runnerKind(runner.stored) };
}

/** The living parent that the caller may give children; a root has none. */
async function findParent(context: Context, transaction: Transaction, { parent, caller }: Birth): Promise<Outcome<Known | null>> {
	if (parent === null) return done(null);
	const known = await context.known.find(transaction, parent);
	const missing = refuse("unknown-parent", `Agent ${parent} not found`);
	if (known === null || known.agent.status === "stopped") return missing;
	const { principal } = caller;
	const isTheirs = principal.kind !== "person" || hasRole(caller, "admin") || known.agent.owner === principal.email;
	return isTheirs ? done(known) : missing;
}

async function register(
	context: Context,
	transaction: Transaction,
	birth: Birth,
	parent: Known | null,
	writ: Writ,
	session: string | null,
): Promise<Outcome<Agent>> {
	const { id, caller, wish, composition } = birth;
	const by = principalName(caller.principal);
	const registered = await registerAgent(transaction, {
		id,
		status: "registered",
		type: wish.type ?? null,
		description: wish.description ?? null,
		owner: ownerOf(birth, parent),
		parent: parent?.agent.id ?? null,
		depth: parent === null ? 0 : parent.agent.depth + 1,
		root: parent?.agent.root ?? id,
		profile: composition.name,
		component: wish.template === undefined ? (wish.definition ?? null) : localName(wish.template),
		session,
		runner: birth.runner.stored,
		acceptFrom: wish.acceptFrom ?? null,
		config: wish.config ?? null,
		createdAt: context.clock.now(),
		createdBy: by,
		writ,
	});
	if (registered.ok) return done(registered.agent);
	return (await mayHearOf(transaction, caller, id)) ? refuse(registered.code, registered.message) : invalidId(id);
}

/** SECURITY: to an agent the id of one that it may not know of is like any id that it may not use. */
async function mayHearOf(transaction: Transaction, caller: Caller, id: string): Promise<boolean> {
	if (caller.principal.kind !== "agent") return true;
	const taken = await findFoldedId(transaction, id);
	return taken !== null && (await seeAgent(transaction, caller, taken)).ok;
}

function placeAgent(
	context: Context,
	transaction: Transaction,
	{ id, wish, parent }: Birth,
	{ terms, digest }: Writ,
	{ directories: { path, own }, mode, session }: PreparedSandbox,
): Promise<SandboxRecord> {
	context.storage.annotate(own, { config: wish.sandbox ?? {}, writ: digest });
	return insertSandbox(transaction, {
		agent: id,
		mode,
		session,
		parent: mode === "nested" ? (parent as AgentId | null) : null,
		path,
		config: withOwnDirectory(grantedSandbox(wish.sandbox, terms.sandbox), own),
		createdAt: context.clock.now(),
	});
}

/** Its first edges and its key. */
async function equip(context: Context, transaction: Transaction, { caller }: Birth, agent: Agent): Promise<string | null> {
	const now = context.clock.now();
	const policy = await getSetting(transaction, "edges.default");
	await connectNewAgent(transaction, { agent: agent.id, parent: agent.parent, owner: agent.owner, policy, now });
	const { value } = await createKey(transaction, {
		name: `agent ${agent.id}`,
		scope: "agent",
		agent: agent.id,
		createdBy: principalName(caller.principal),
		derivedFrom: caller.principal.kind === "agent" ? caller.principal.keyId : null,
		now,
	});
	// SECURITY: an agent never sees its child's key, or it could act as its child.
	return caller.principal.kind === "person" ? value : null;
}
