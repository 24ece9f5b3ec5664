import type { SandboxDirectories } from "../sandbox/index.ts";
import type { Transaction } from "../store/index.ts";
import { type Birth, ownerOf } from "./birth.ts";
import { type ChosenSandbox, chooseSandbox } from "./choose-sandbox.ts";
import type { Context } from "./context.ts";
import type { Known } from "./known-agents.ts";
import { done, type Outcome } from "./refusal.ts";
import { sessionDirectory } from "./session-directory.ts";

/** Where a new agent works. */
export interface PreparedSandbox extends ChosenSandbox {
	readonly directories: SandboxDirectories;
}

/** Makes an agent's directories, and its session's when it is the first there. */
export async function prepareSandbox(
	context: Context,
	transaction: Transaction,
	birth: Birth,
	parent: Known | null,
): Promise<Outcome<PreparedSandbox>> {
	const chosen = await chooseSandbox(transaction, birth, parent);
	if (!chosen.ok) return chosen;
	const { mode, session } = chosen.value;
	const { id, made } = birth;
	const owner = ownerOf(birth, parent);
	const directory = session === null ? null : await sessionDirectory(context, transaction, { id: session, owner }, made);
	const managed = context.storage.create({ mode, session: directory }, { agent: id, mode, session, parent: parent?.agent.id ?? null });
	made.push(managed.own);
	return done({ directories: withWorkspace(managed, birth.wish.sandbox?.workspace), mode, session });
}

function withWorkspace(managed: SandboxDirectories, workspace: string | undefined): SandboxDirectories {
	return workspace === undefined ? managed : { ...managed, places: { ...managed.places, workspace } };
}
