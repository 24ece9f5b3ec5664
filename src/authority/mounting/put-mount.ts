import { principalName } from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import type { Transaction } from "../../store/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import { compareTools, pinTools } from "./compare-tools.ts";
import { allMounts, findMount, type Mount, saveMount } from "./mount.ts";
import { type MountView, viewMount } from "./mount-view.ts";
import type { LiveMount } from "./open-live-mount.ts";
import { checkMountId, type MountWish, readMountWish } from "./read-mount-wish.ts";
import { removeUnlessMounted } from "./remove-unless-mounted.ts";

/** A server that is mounted now; `isNew` = none was under this id before. */
export interface PutMount {
	readonly mount: MountView;
	readonly isNew: boolean;
}

/**
 * Mounts a server: it is started and its tools are listed before anything is kept, so that what cannot be confined or reached is not
 * mounted. The tools of a new mount are accepted as they are; those of one that is mounted again stay as they were accepted.
 * INVARIANT: of two at once one wins; the other is refused, and its program is ended.
 */
export async function putMount(
	context: Context,
	caller: Caller,
	id: string,
	wish: MountWish,
	expected: number | null = null,
): Promise<Outcome<PutMount>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const named = checkMountId(id);
	if (!named.ok) return named;
	const read = readMountWish(wish);
	if (!read.ok) return read;
	const before = await context.store.look((connection) => findMount(connection, id));
	const conflict = conflictOf(before, id, expected);
	if (conflict !== null) return conflict;
	const draft: Mount = {
		id,
		uid: before?.uid ?? randomId("mcp"),
		...read.value,
		tools: before?.tools ?? [],
		createdAt: before?.createdAt ?? context.clock.now(),
		createdBy: before?.createdBy ?? principalName(caller.principal),
		defined: (before?.defined ?? 0) + 1,
		version: (before?.version ?? 0) + 1,
	};
	const begun = await context.mounts.begin(draft);
	if (!begun.ok) {
		await removeUnlessMounted(context, draft.uid);
		return begun;
	}
	const undo = async (): Promise<void> => {
		await begun.value.end();
		await removeUnlessMounted(context, draft.uid);
	};
	const kept = await keep(context, caller, draft, before, begun.value).catch(async (error: unknown) => {
		await undo();
		throw error;
	});
	if (!kept.ok) {
		await undo();
		return kept;
	}
	await context.mounts.install(begun.value);
	// Somebody may have changed it between the commit and now.
	await context.mounts.keepOnly(() => context.store.look(allMounts));
	return done({ mount: viewMount(kept.value, context.mounts), isNew: before === null });
}

/** Only an administrator: whoever mounts a server starts a program, and gives it to agents. */
export function mayMount(caller: Caller): Outcome<true> {
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	return hasRole(caller, "admin") ? done(true) : refuse("not-permitted", "Only an administrator mounts servers");
}

function conflictOf(found: Mount | null, id: string, expected: number | null): ReturnType<typeof refuse> | null {
	if (found !== null && found.id !== id)
		return refuse("server-exists", `There is a server '${found.id}', whose id is the same but for case`);
	return expected === null || expected === (found?.version ?? 0) ? null : refuse("stale", "It changed since you saw it");
}

async function keep(context: Context, caller: Caller, draft: Mount, before: Mount | null, live: LiveMount): Promise<Outcome<Mount>> {
	const seen = [...live.seen().values()];
	return changing(context, caller, async (transaction) => {
		const found = await findMount(transaction, draft.id);
		if ((found?.uid ?? null) !== (before?.uid ?? null) || (found?.defined ?? 0) !== (before?.defined ?? 0))
			return refuse("stale", "Another change of this server came first");
		const { tools, quarantined } = compareTools(found?.tools ?? [], seen);
		const mount = { ...draft, tools: found === null ? pinTools(seen) : tools, version: (found?.version ?? 0) + 1 };
		await saveMount(transaction, mount);
		record(context, transaction, caller, mount, found === null ? [] : quarantined);
		return done(mount);
	});
}

function record(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	{ id, definition, tools }: Mount,
	quarantined: readonly string[],
): void {
	const { transport, command, url, env, headers, profile, level } = definition;
	note(context, transaction, caller, {
		kind: "mcp",
		agent: null,
		// SECURITY: words of a command can hold what is secret, so only the first is kept.
		request: {
			action: "mounted",
			server: id,
			transport,
			...(command === undefined ? { url, header_names: headers } : { command, variable_names: env, profile, level: level ?? null }),
			tools: tools.map(({ name, seen }) => `${name} ${seen?.digest ?? ""}`),
			quarantined,
		},
	});
}
