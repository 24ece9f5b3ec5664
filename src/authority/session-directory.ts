import type { ParentShare, SandboxMode } from "../engine/index.ts";
import { findSession, insertSession, type Transaction } from "../store/index.ts";
import type { Context } from "./context.ts";

/** What a caller says of the sandbox it wants. */
export interface SandboxWish {
	readonly mode?: SandboxMode;
	readonly session_id?: string;
	readonly parent_agent_id?: string;
	readonly parent_share?: ParentShare;
	readonly session_share?: boolean;
	/** A person's directory (real) in place of the managed workspace; only `prepareRun` takes it from anybody. */
	readonly workspace?: string;
}

/** The directory that all agents of a session share; the first that needs it makes it. */
export async function sessionDirectory(
	context: Context,
	transaction: Transaction,
	session: { readonly id: string; readonly owner: string },
	made: string[],
): Promise<string> {
	const known = await findSession(transaction, session.id);
	if (known !== null) return known.path;
	const directory = context.storage.createSession({ session: session.id });
	made.push(directory);
	await insertSession(transaction, { ...session, path: directory }, context.clock.now());
	return directory;
}
