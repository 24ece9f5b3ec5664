import { join } from "node:path";
import { moveWrit, principalName, SANDBOX_MODES, type Writ } from "../../engine/index.ts";
import type { SandboxDirectories } from "../../sandbox/index.ts";
import {
	type Agent,
	findSandbox,
	findSession,
	insertSandbox,
	removeSandbox,
	resealAgent,
	type SandboxRecord,
} from "../../state/agents/index.ts";
import { replaceKeys } from "../../state/keys/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { type Caller, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { ownDirectory, sandboxWish, sessionName, withOwnDirectory } from "../sandboxes/directories.ts";
import { note } from "../work.ts";
import { beginAgain, mayStartAgain, withAgent } from "./lifecycle.ts";
import { sealContext } from "./seal.ts";
import { clearAway, type EndedSandbox } from "./terminate.ts";

/** An agent with its new sandbox and its new key. */
export interface Recreated {
	readonly agent: Agent;
	readonly sandbox: SandboxRecord;
	/** Shown once, and only to people. */
	readonly apiKey: string | null;
}

/** Gives an agent a new sandbox and a new key; its writ, lineage, edges, groups and grants are kept, those for its session end as with a restart. */
export async function recreate(context: Context, caller: Caller, id: string, expectedVersion?: number): Promise<Outcome<Recreated>> {
	const made: string[] = [];
	const left: EndedSandbox[] = [];
	const undo = (): void => {
		for (const directory of made.splice(0)) context.storage.remove(directory);
	};
	try {
		const work = async (transaction: Transaction, known: Known): Promise<Outcome<Recreated>> => {
			// A commit that met another node's is tried again from the start.
			undo();
			left.length = 0;
			const old = await findSandbox(transaction, id);
			const moved = await move(context, transaction, known, old, made);
			if (!moved.ok) return moved;
			if (old !== null) left.push(...(await leftBehind(transaction, old, known.agent.parent)));
			return renew(context, transaction, caller, known, moved.value);
		};
		const outcome = await withAgent(context, caller, id, mayRecreate, work, expectedVersion);
		if (!outcome.ok) undo();
		else await clearAway(context, left);
		return outcome;
	} catch (error) {
		undo();
		throw error;
	}
}

/** SECURITY: a person is shown the new key, so that who may only start and stop an agent must not become it that way. */
function mayRecreate(caller: Caller, agent: Agent): boolean {
	return mayStartAgain(caller, agent) && (caller.principal.kind !== "person" || mayChange(caller, agent));
}

/** The old directory; what was exported there goes to the living parent. */
async function leftBehind(connection: Connection, old: SandboxRecord, parent: string | null): Promise<readonly EndedSandbox[]> {
	const above = parent === null ? null : await findSandbox(connection, parent);
	const [heir = null] = above === null ? [] : ownDirectory(above);
	return ownDirectory(old).map((directory) => ({ agent: old.agent, directory, parent: heir }));
}

/** The writ at the new directories; a workspace that is not part of the old ones is a person's own, and stays. */
async function move(
	context: Context,
	transaction: Transaction,
	{ agent, writ }: Known,
	old: SandboxRecord | null,
	made: string[],
): Promise<Outcome<{ readonly writ: Writ; readonly sandbox: SandboxRecord }>> {
	const mode = SANDBOX_MODES.find((known) => known === old?.mode) ?? writ.terms.sandbox.mode;
	const session = agent.session === null ? null : ((await findSession(transaction, agent.session))?.path ?? null);
	const wish = old === null ? {} : sandboxWish(old);
	const directories = context.storage.create(
		{ mode, session },
		{ agent: agent.id, session: agent.session, parent: agent.parent, config: wish, writ: writ.digest },
	);
	made.push(directories.own);
	const holder = {
		agent: writ.agent,
		parent: writ.parent,
		children: writ.children,
		...(writ.places.home === null ? {} : { home: writ.places.home }),
	};
	const moved = moveWrit(writ, sealContext(holder, placesOf(directories, writ, old)));
	if (!moved.ok)
		return refuse("invalid-definition", moved.problems[0]?.message ?? "The writ cannot be moved", { problems: moved.problems });
	const sandbox: SandboxRecord = {
		agent: agent.id,
		mode,
		session: agent.session,
		parent: mode === "nested" ? agent.parent : null,
		path: directories.path,
		config: withOwnDirectory(wish, directories.own),
		createdAt: context.clock.now(),
	};
	return done({ writ: moved.writ, sandbox });
}

function placesOf({ places }: SandboxDirectories, { places: { written } }: Writ, old: SandboxRecord | null): SandboxDirectories["places"] {
	const isManaged = old === null || written.workspace === undefined || written.workspace === join(old.path, "workspace");
	return isManaged ? places : { ...places, workspace: written.workspace };
}

async function renew(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	{ agent }: Known,
	{ writ, sandbox }: { readonly writ: Writ; readonly sandbox: SandboxRecord },
): Promise<Outcome<Recreated>> {
	const { principal } = caller;
	await resealAgent(transaction, agent.id, writ);
	if (await removeSandbox(transaction, agent.id))
		note(context, transaction, caller, { kind: "sandbox", agent: agent.id, request: { action: "removed", mode: sandbox.mode } });
	const placed = await insertSandbox(transaction, sandbox);
	note(context, transaction, caller, {
		kind: "sandbox",
		agent: agent.id,
		request: { action: "created", mode: sandbox.mode, session: sessionName(sandbox.session) },
		writDigest: writ.digest,
	});
	const { key, value } = await replaceKeys(transaction, {
		agent: agent.id,
		createdBy: principalName(principal),
		derivedFrom: principal.kind === "agent" ? principal.keyId : null,
		now: context.clock.now(),
	});
	note(context, transaction, caller, { kind: "key", agent: agent.id, request: { action: "rotated", key: key.id } });
	const restarted = await beginAgain(context, transaction, caller, agent, "recreated");
	if (!restarted.ok) return restarted;
	// SECURITY: an agent never sees its child's key, or it could act as its child.
	return done({ agent: restarted.value, sandbox: placed, apiKey: principal.kind === "person" ? value : null });
}
