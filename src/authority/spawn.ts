import { parseAgentId } from "../engine/index.ts";
import { randomId } from "../platform/index.ts";
import { type Connection, findFoldedId } from "../store/index.ts";
import { type AcceptedRunner, acceptRunner, NOTHING_RUNS } from "./accept-runner.ts";
import type { Birth, Spawned, SpawnWish } from "./birth.ts";
import { build } from "./build-agent.ts";
import type { Caller } from "./caller.ts";
import { composeWish } from "./compose-wish.ts";
import type { Context } from "./context.ts";
import { freshCatalog } from "./definitions.ts";
import { mayStart } from "./may.ts";
import { done, invalidId, type Outcome, refuse } from "./refusal.ts";
import { withSandbox } from "./with-sandbox.ts";
import { changing, note } from "./work.ts";

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
						const built = await build(context, transaction, birth);
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
	if (!mayStart(caller)) return refuse("not-permitted", "Only people whose role is creator or admin start agents");
	const parent = parentName(caller, wish);
	if (caller.principal.kind === "agent" && parent !== caller.principal.id)
		return refuse("not-parent", "An agent spawns children of its own only");
	const composed = composeWish(wish, context.definitions.catalog, caller.principal.kind === "person");
	if (!composed.ok) return composed;
	return done({ id: id.id, caller, wish, parent, composition: withSandbox(composed.value, wish.sandbox), runner, made: [] });
}

/** A dry run does all of it and then undoes it. */
async function preview(context: Context, birth: Birth): Promise<Outcome<Spawned>> {
	const built: Outcome<Spawned>[] = [];
	const undone = await changing<Spawned>(context, birth.caller, async (transaction) => {
		built.push(await build(context, transaction, birth));
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

/** SECURITY: what somebody wished to call their agent is no part of the history of the one that has that name. */
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
