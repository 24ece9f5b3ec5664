import { createHash } from "node:crypto";
import { principalName } from "../../engine/index.ts";
import { findEdge, listEdges, replaceAllowEdges } from "../../state/edges/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { seeAgent } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import { permitSource, permitTarget, putOne, removeOne } from "./edges.ts";

/** What a change of the list came to, and the tag of the list after it. */
interface PermittedChange<T> {
	readonly value: T;
	readonly tag: string;
}

/** Makes the targets the only ones that an agent is allowed to reach; blocks stay. */
export function replaceEdges(
	context: Context,
	caller: Caller,
	source: string,
	targets: readonly string[],
	expectedTag?: string,
): Promise<Outcome<PermittedChange<number>>> {
	return changingList(context, caller, source, expectedTag, async (transaction) => {
		for (const target of targets) {
			const known = target === source ? done(null) : await permitTarget(context, transaction, caller, target);
			if (!known.ok) return known;
		}
		const replaced = await replaceAllowEdges(transaction, {
			source,
			targets,
			grantedBy: principalName(caller.principal),
			now: context.clock.now(),
		});
		if (!replaced.ok) return refuse(replaced.code, replaced.message);
		note(context, transaction, caller, { kind: "edge", agent: source, request: { action: "replaced", targets } });
		return done(replaced.permitted.length);
	});
}

/** Whether an agent was not yet allowed to reach another; it is from now on. */
export function allowEdge(
	context: Context,
	caller: Caller,
	source: string,
	target: string,
	expectedTag?: string,
): Promise<Outcome<PermittedChange<boolean>>> {
	return changingList(context, caller, source, expectedTag, async (transaction) => {
		const known = await permitTarget(context, transaction, caller, target);
		if (!known.ok) return known;
		if ((await findEdge(transaction, source, target))?.effect === "allow") return done(false);
		const put = await putOne(context, transaction, caller, { source, target });
		return put.ok ? done(true) : put;
	});
}

/** Whether an agent was allowed to reach another; it no longer is. A block is not lifted. */
export function disallowEdge(
	context: Context,
	caller: Caller,
	source: string,
	target: string,
	expectedTag?: string,
): Promise<Outcome<PermittedChange<boolean>>> {
	return changingList(context, caller, source, expectedTag, async (transaction) => {
		if ((await findEdge(transaction, source, target))?.effect !== "allow") return done(false);
		return removeOne(context, transaction, caller, source, target);
	});
}

/** The tag of the list of those whom an agent is allowed to reach: another one when any of its edges was changed. */
export function permittedTag(context: Context, caller: Caller, source: string): Promise<Outcome<string>> {
	return context.store.look(async (connection) => {
		const seen = await seeAgent(connection, caller, source);
		return seen.ok ? done(await tagOf(connection, source)) : seen;
	});
}

/** SECURITY: the right to change comes before any look at the list, or the answer would tell what is in it (test/rest/attack.test.ts). */
function changingList<T>(
	context: Context,
	caller: Caller,
	source: string,
	expectedTag: string | undefined,
	work: (transaction: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<PermittedChange<T>>> {
	return changing(context, caller, async (transaction) => {
		const permitted = await permitSource(context, transaction, caller, source);
		if (!permitted.ok) return permitted;
		if (expectedTag !== undefined && expectedTag !== (await tagOf(transaction, source)))
			return refuse("stale", "The permissions were changed by someone else", { retryable: true });
		const changed = await work(transaction);
		return changed.ok ? done({ value: changed.value, tag: await tagOf(transaction, source) }) : changed;
	});
}

async function tagOf(connection: Connection, source: string): Promise<string> {
	const { items } = await listEdges(connection, { source, limit: Number.MAX_SAFE_INTEGER - 1 });
	const edges = items.filter(({ effect }) => effect === "allow").map(({ id, version }) => `${id} ${version}`);
	return createHash("sha256").update(edges.join("\n")).digest("hex").slice(0, 16);
}
