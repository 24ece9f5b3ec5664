import {
	type AgentId,
	attenuateWrit,
	type Escalation,
	parseAgentId,
	principalName,
	sealComposition,
	type Writ,
} from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import { runnerKind } from "../../runners/index.ts";
import { type Agent, findFoldedId, insertSandbox, registerAgent, type SandboxRecord } from "../../state/agents/index.ts";
import { connectNewAgent } from "../../state/edges/index.ts";
import { createKey } from "../../state/keys/index.ts";
import { getSetting } from "../../state/settings/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { type Caller, hasRole, mayStart } from "../caller.ts";
import type { Context } from "../context.ts";
import { mayKnow, seeAgent } from "../find-agent.ts";
import type { Known } from "../memory/agents.ts";
import { freshCatalog } from "../profiles/definitions.ts";
import { beyond, done, invalidId, type Outcome, refuse } from "../refusal.ts";
import { type PreparedSandbox, prepareSandbox } from "../sandboxes/choose.ts";
import { grantedSandbox, sessionName, withOwnDirectory, withSandbox } from "../sandboxes/directories.ts";
import { changing, note } from "../work.ts";
import { type AcceptedRunner, acceptRunner, type Birth, NOTHING_RUNS, ownerOf, type Spawned, type SpawnWish, tooWeak } from "./birth.ts";
import { heldNow, sealChild, sealContext } from "./seal.ts";
import { composeWish, localName } from "./wish.ts";

/**
 * Makes an agent in one transaction; a refusal or a failure leaves nothing behind but the record of the refusal. `accept` may still
 * refuse what was made.
 */
export async function spawn(
	context: Context,
	caller: Caller,
	wish: SpawnWish,
	accept: (spawned: Spawned) => Outcome<Spawned> = done,
): Promise<Outcome<Spawned>> {
	await freshCatalog(context);
	const runner = await acceptRunner(context, caller, wish.runner);
	const prepared = runner.ok ? prepareBirth(context, caller, wish, runner.value) : runner;
	if (!prepared.ok) return refused(context, caller, wish, prepared);
	const birth = prepared.value;
	try {
		const outcome =
			wish.dryRun === true
				? await preview(context, birth)
				: await changing(context, birth.caller, async (transaction) => {
						const built = await makeAgent(context, transaction, birth);
						return built.ok ? accept(built.value) : built;
					});
		if (wish.dryRun === true || !outcome.ok) undoDirectories(context, birth);
		return outcome.ok ? outcome : refused(context, caller, wish, outcome);
	} catch (error) {
		undoDirectories(context, birth);
		throw error;
	}
}

/** What can be told without looking at the store. */
export function prepareBirth(context: Context, caller: Caller, wish: SpawnWish, runner: AcceptedRunner = NOTHING_RUNS): Outcome<Birth> {
	const id = parseAgentId(wish.id ?? randomId("agent").slice(0, 18));
	if (!id.ok) return invalidId(wish.id);
	if (!mayStart(caller)) return refuse("not-permitted", "Only people with the role creator or admin can start agents");
	const parent = parentName(caller, wish);
	if (caller.principal.kind === "agent" && parent !== caller.principal.id)
		return refuse("not-parent", "An agent can spawn only children of its own");
	const composed = composeWish(wish, context.definitions.catalog, caller.principal.kind === "person");
	if (!composed.ok) return composed;
	return done({ id: id.id, caller, wish, parent, composition: withSandbox(composed.value, wish.sandbox), runner, made: [] });
}

/** A dry run does all of it and then undoes it. */
async function preview(context: Context, birth: Birth): Promise<Outcome<Spawned>> {
	const built: Outcome<Spawned>[] = [];
	const undone = await changing<Spawned>(context, birth.caller, async (transaction) => {
		built.push(await makeAgent(context, transaction, birth));
		return refuse("dry-run", "A dry run changes nothing");
	});
	return built[0] ?? undone;
}

async function refused(
	context: Context,
	caller: Caller,
	wish: SpawnWish,
	outcome: Extract<Outcome<never>, { ok: false }>,
): Promise<Outcome<Spawned>> {
	if (wish.dryRun === true) return outcome;
	const { code, escalations } = outcome.refusal;
	await context.store.record(async (transaction) => {
		const id = typeof wish.id === "string" ? wish.id.slice(0, 64) : null;
		note(context, transaction, caller, {
			kind: "spawn",
			agent: await subjectOf(transaction, caller, id),
			request: { action: "refused", id, parent: parentName(caller, wish), ...(escalations === undefined ? {} : { escalations }) },
			effect: "deny",
			code,
		});
	});
	return outcome;
}

/** SECURITY: what somebody wished to call their agent is not part of the history of the one that has that name. */
async function subjectOf(connection: Connection, { principal }: Caller, id: string | null): Promise<string | null> {
	if (id === null || (parseAgentId(id).ok && (await findFoldedId(connection, id)) !== null))
		return principal.kind === "agent" ? principal.id : null;
	return id;
}

function parentName({ principal }: Caller, { parent }: SpawnWish): string | null {
	return parent ?? (principal.kind === "agent" ? principal.id : null);
}

/** Removes what was made on the disk for an agent that came to nothing. */
export function undoDirectories(context: Context, { made }: Birth): void {
	for (const directory of made) context.storage.remove(directory);
}

/** Everything that makes an agent, inside one work: bounded by its parent, registered, connected, with a key and a record. */
export async function makeAgent(context: Context, transaction: Transaction, birth: Birth): Promise<Outcome<Spawned>> {
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

/** The kind of its runner, when it has one: this is how the runners of messages hear of the agent. */
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

/** Whether a child of these permissions would stay within its parent, and where not. */
interface SpawnPreview {
	readonly valid: boolean;
	readonly escalations: readonly Escalation[];
	readonly message: string | null;
}

/** Compares permissions with an agent's writ; changes nothing, and an agent that the caller may not know is not a parent. */
export function previewSpawn(context: Context, caller: Caller, parent: string, permissions: unknown): Promise<SpawnPreview> {
	return context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, parent);
		if (known === null || !(await mayKnow(transaction, caller, known.agent))) return no(`Agent ${parent} not found`);
		const composed = composeWish({ profile: permissions }, await context.definitions.refresh(transaction), false);
		if (!composed.ok) return no(composed.refusal.message);
		const sealed = sealComposition(composed.value, sealContext({ agent: "child", parent: known.agent.id }, known.writ.places.written));
		if (!sealed.ok) return no(sealed.problems[0]?.message ?? "The permissions cannot be sealed");
		const bounded = attenuateWrit(heldNow(known), sealed.writ);
		return bounded.ok
			? { valid: true, escalations: [], message: null }
			: { valid: false, escalations: bounded.escalations, message: "The child asks for more than its parent has" };
	});
}

function no(message: string): SpawnPreview {
	return { valid: false, escalations: [], message };
}
