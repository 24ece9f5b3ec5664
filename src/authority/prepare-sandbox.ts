import { parseAgentId, type SandboxMode } from "../engine/index.ts";
import type { SandboxDirectories } from "../sandbox/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Birth } from "./birth.ts";
import type { Context } from "./context.ts";
import type { Known } from "./known-agents.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { sessionDirectory } from "./session-directory.ts";

/** Where a new agent works. */
export interface PreparedSandbox {
	readonly directories: SandboxDirectories;
	readonly mode: SandboxMode;
	readonly session: string | null;
}

/** Makes an agent's directories, and its session's when it is the first there. */
export async function prepareSandbox(
	context: Context,
	transaction: Transaction,
	{ id, wish, composition, made }: Birth,
	parent: Known | null,
): Promise<Outcome<PreparedSandbox>> {
	const mode = wish.sandbox?.mode ?? composition.profile.sandbox?.mode ?? "isolated";
	const session = wish.sandbox?.session_id ?? wish.session ?? null;
	if (session !== null && !parseAgentId(session).ok) return refuse("invalid-id", `Invalid session id: ${session}`);
	if (mode === "shared" && session === null) return refuse("invalid-request", "A shared sandbox needs a session_id");
	if (mode === "nested" && parent === null) return refuse("invalid-request", "A nested sandbox needs a parent");
	const directory = session === null ? null : await sessionDirectory(context, transaction, session, made);
	const directories = context.storage.create({ mode, session: directory }, { agent: id, mode, session, parent: parent?.agent.id ?? null });
	made.push(directories.own);
	return done({ directories, mode, session });
}
