import { existsSync } from "node:fs";
import { join } from "node:path";
import { deleteSession, findSession, insertSession, type Transaction } from "../store/index.ts";
import type { Context } from "./context.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { sessionName } from "./session-name.ts";

/** A session that restored agents are in. */
interface RestoredSession {
	readonly id: string;
	readonly owner: string;
	/** The directory that its agents shared; `null` = not known. */
	readonly old: string | null;
}

/** The directory that restored agents of a session share from now on: the one that they had when it is of this home, else a new one. */
export async function settleSession(
	context: Context,
	transaction: Transaction,
	{ id, owner, old }: RestoredSession,
	made: string[],
): Promise<Outcome<string>> {
	const known = await findSession(transaction, id);
	// SECURITY: a session whose agents all ended still holds their files, and these are for nobody else.
	if (known !== null && known.path !== old) return refuse("store-not-empty", `There is a session ${sessionName(id)} here already`);
	const isHere = old !== null && context.storage.read(old) !== undefined && existsSync(join(old, "shared"));
	if (isHere && known !== null) return done(old);
	const path = isHere ? old : context.storage.createSession({ session: id });
	if (!isHere) made.push(path);
	if (known !== null) await deleteSession(transaction, id);
	await insertSession(transaction, { id, owner: known?.owner ?? owner, path }, context.clock.now());
	return done(path);
}
